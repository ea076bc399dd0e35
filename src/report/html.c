/* SPDX-License-Identifier: BSD-3-Clause */
#include "report/html.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "util/json.h"

static const char style[] =
    ":root{--ink:#1b1f24;--soft:#59636e;--line:#d8dee4;--back:#fff;--panel:#f6f8fa;--mark:#fff3c4;"
    "--c0:#1f6feb;--c1:#d9622b;--c2:#1a8f5a;--c3:#9a4fd0;--c4:#b8860b;--c5:#c2255c;--c6:#0b7285;--c7:#5c677d}"
    "@media(prefers-color-scheme:dark){:root{--ink:#e6edf3;--soft:#9198a1;--line:#30363d;--back:#0d1117;"
    "--panel:#161b22;--mark:#4a3c0a;--c0:#58a6ff;--c1:#f0883e;--c2:#3fb950;--c3:#bc8cff;--c4:#e3b341;"
    "--c5:#ff7b9c;--c6:#39c5cf;--c7:#a0aab8}}"
    "*{box-sizing:border-box}body{margin:0;background:var(--back);color:var(--ink);"
    "font:15px/1.55 system-ui,-apple-system,'Segoe UI',sans-serif}"
    "main{max-width:70rem;margin:0 auto;padding:2.5rem 1.25rem 4rem}"
    "h1{font-size:1.9rem;line-height:1.2;margin:0 0 .3rem;font-weight:650;letter-spacing:-.01em}"
    "h2{font-size:1.2rem;margin:2.6rem 0 .8rem;padding-top:.9rem;border-top:1px solid "
    "var(--line);font-weight:650}"
    "h3{font-size:1rem;margin:1.4rem 0 .5rem;font-weight:600}"
    "p{margin:.5rem 0;max-width:46rem}.soft,figcaption,th{color:var(--soft)}"
    "table{border-collapse:collapse;font-variant-numeric:tabular-nums;margin:.5rem 0}"
    "th,td{text-align:left;padding:.28rem 1.1rem .28rem 0;vertical-align:top;border-bottom:1px solid "
    "var(--line)}th{font-weight:500;white-space:nowrap}td{overflow-wrap:anywhere}td.n,th.n{text-align:right;"
    "white-space:nowrap}"
    "code,pre,td.k{font:13px/1.5 ui-monospace,'DejaVu Sans Mono',monospace}"
    "pre{background:var(--panel);border:1px solid var(--line);border-radius:6px;padding:.8rem "
    "1rem;overflow:auto;"
    "max-height:32rem;margin:.5rem 0}summary{cursor:pointer;color:var(--soft);margin:.5rem 0}"
    ".wide{overflow-x:auto}.grid{display:grid;gap:1.1rem;grid-template-columns:repeat(auto-fill,minmax(21rem,"
    "1fr))}"
    ".by1,.by2{grid-template-columns:1fr 1fr}.by3{grid-template-columns:repeat(3,1fr)}"
    "figure{margin:0}figcaption{font-size:.87rem}img{width:100%;height:auto;border:1px solid "
    "var(--line);border-radius:6px;background:#fff;display:block}"
    "svg{width:100%;height:auto;display:block;color:var(--ink)}svg text{fill:var(--soft);font:11px system-ui,"
    "sans-serif}svg "
    ".title{fill:var(--ink);font-size:12.5px;font-weight:600}.axis{stroke:var(--line);fill:none}"
    ".curve{fill:none;stroke-width:1.5;stroke-linejoin:round}.measured{fill:none;stroke:var(--ink);"
    "stroke-width:1;opacity:.65}.band{fill-opacity:.2;stroke:none}"
    ".c0{stroke:var(--c0)}.c1{stroke:var(--c1)}.c2{stroke:var(--c2)}.c3{stroke:var(--c3)}.c4{stroke:var(--c4)"
    "}"
    ".c5{stroke:var(--c5)}.c6{stroke:var(--c6)}.c7{stroke:var(--c7)}"
    ".legend{display:flex;flex-wrap:wrap;gap:.3rem 1.3rem;margin:.4rem 0 .8rem}.legend span{display:flex;"
    "align-items:center;gap:.45rem}.legend svg{width:22px;height:8px}"
    ".bar{display:block;height:.75rem;background:var(--c0);border-radius:2px;margin-top:.35rem;min-width:1px}"
    "td.bars{width:16rem}.fault{background:var(--mark);border-radius:6px;padding:.5rem .8rem;max-width:none}"
    ".good{color:var(--c2)}.bad{color:var(--c1)}"
    "@media print{h2{break-after:avoid}figure,tr{break-inside:avoid}pre{max-height:none}}";

static void put_safely(FILE *out, const char *text) {
  for (const char *t = text; *t; t++) {
    const unsigned char byte = (unsigned char)*t;
    switch (byte) {
    case '&':
      fputs("&amp;", out);
      break;
    case '<':
      fputs("&lt;", out);
      break;
    case '>':
      fputs("&gt;", out);
      break;
    case '"':
      fputs("&quot;", out);
      break;
    case '\'':
      fputs("&#39;", out);
      break;
    default:
      if ((byte < 0x20 && byte != '\n' && byte != '\t') || byte == 0x7f)
        fprintf(out, "\\x%02X", byte);
      else
        fputc(byte, out);
    }
  }
}

void html_text(FILE *out, const char *text) {
  json_t *valid = json_name(text); /* which makes UTF-8 of any bytes */
  put_safely(out, valid ? json_string_value(valid) : "");
  json_decref(valid);
}

void html_element(FILE *out, const char *tag, const char *class, const char *text) {
  fprintf(out, "<%s", tag);
  if (class) fprintf(out, " class=\"%s\"", class);
  fputc('>', out);
  html_text(out, text);
  fprintf(out, "</%s>", tag);
}

void html_begin(FILE *out, const char *title) {
  fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:; style-src "
        "'unsafe-inline'\">\n",
        out);
  html_element(out, "title", NULL, title);
  fprintf(out, "\n<style>%s</style>\n</head>\n<body>\n<main>\n", style);
}

void html_end(FILE *out) {
  fputs("</main>\n</body>\n</html>\n", out);
}

/* RFC 4648, section 4. */
static void put_base64(FILE *out, const uint8_t *data, size_t size) {
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  for (size_t i = 0; i < size; i += 3) {
    const size_t left = size - i;
    const uint32_t bits = (uint32_t)data[i] << 16 | (left > 1 ? (uint32_t)data[i + 1] << 8 : 0) |
                          (left > 2 ? (uint32_t)data[i + 2] : 0);
    const char four[4] = {digits[bits >> 18], digits[bits >> 12 & 63],
                          left > 1 ? digits[bits >> 6 & 63] : '=', left > 2 ? digits[bits & 63] : '='};
    fwrite(four, 1, sizeof four, out);
  }
}

void html_picture(FILE *out, const uint8_t *png, size_t size, int width, int height, const char *about) {
  fprintf(out, "<img width=\"%d\" height=\"%d\" alt=\"", width, height);
  html_text(out, about);
  fputs("\" src=\"data:image/png;base64,", out);
  put_base64(out, png, size);
  fputs("\">", out);
}
