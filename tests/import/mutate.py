# SPDX-License-Identifier: BSD-3-Clause
"""Documents of DualSPHysics' pre-processor made wrong, one way or several at once, the same for a seed."""
import re

TAG = re.compile(r"<[A-Za-z_][^<>]*?>")
ELEMENT = re.compile(r"<([A-Za-z_]\w*)\b[^<>]*?(?:/>|>[^<>]*</\1>)")
ATTRIBUTE = re.compile(r'\s[\w]+="[^"]*"')
NUMBER = re.compile(r'"-?[\d.]+(?:e[+-]?\d+)?"')
VALUES = ["0", "-1", "1", "1e308", "-1e308", "1e-308", "nan", "inf", "2147483648", "-2147483649", "18446744073709551616", "", " ",
          "#", "#1/0", "#Dp", "#(((((", "default", "0-65535", "3-1", "x" * 5000, "&amp;", "../a", "/etc/passwd", "a.csv"]


def spans(pattern, text):
    return [m.span() for m in pattern.finditer(text)]


def pick(random, text, *patterns):
    found = [s for p in patterns for s in spans(p, text)]
    return random.choice(found) if found else (0, 0)


def cut(random, text, pattern):
    a, b = pick(random, text, pattern)
    return text[:a] + text[b:]


def repeat(random, text, pattern):
    a, b = pick(random, text, pattern)
    return text[:b] + text[a:b] * random.choice((1, 1, 2, 300)) + text[b:]


def swap(random, text, pattern):
    (a, b), (c, d) = sorted((pick(random, text, pattern), pick(random, text, pattern)))
    return text if b > c else text[:a] + text[c:d] + text[b:c] + text[a:b] + text[d:]


def move(random, text, pattern):
    a, b = pick(random, text, pattern)
    part, rest = text[a:b], text[:a] + text[b:]
    _, at = pick(random, rest, TAG)
    return rest[:at] + part + rest[at:]


def number(random, text):
    a, b = pick(random, text, NUMBER)
    return text[:a] + f'"{random.choice(VALUES)}"' + text[b:] if b else text


def bytes_changed(random, text):
    at = random.randrange(len(text) + 1)
    return random.choice((text[:at], text[:at] + random.choice("<>/\"'&=#\0 -x9") + text[at + 1:]))


def mutate(random, text):
    """`text` with up to four faults."""
    for _ in range(random.randint(1, 4)):
        pattern = random.choice((ELEMENT, ATTRIBUTE, ATTRIBUTE, TAG))
        change = random.choice((cut, repeat, swap, move))
        which = random.random()
        if which < 0.45:
            text = number(random, text)
        elif which < 0.95:
            text = change(random, text, pattern)
        else:
            text = bytes_changed(random, text)
    return text
