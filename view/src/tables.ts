// SPDX-License-Identifier: BSD-3-Clause
// Tables of gauges: the first column is the time, empty cells are samples that were not due.

export interface Table {
  names: string[]; // of the columns behind the time
  times: number[];
  columns: (number | null)[][];
}

function cells(line: string): string[] {
  return Array.from(line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g), (match) => match[1].replace(/^"|"$/g, "").replaceAll('""', '"'))
    .slice(0, -1)
    .concat(line.endsWith(",") ? [""] : []);
}

export function parseTable(text: string): Table {
  const lines = text.split(/\r?\n/).filter((line) => line && !line.startsWith("#"));
  const names = cells(lines.shift() ?? "").slice(1);
  const table: Table = { names, times: [], columns: names.map(() => []) };
  for (const line of lines) {
    const row = cells(line);
    const time = Number(row[0]);
    if (!row[0] || Number.isNaN(time)) continue; // a row that is just being written
    table.times.push(time);
    names.forEach((_, i) => table.columns[i].push(row[i + 1] ? Number(row[i + 1]) : null));
  }
  return table;
}

// The samples of one column; null if there is no such column, also under another unit.
export function column(table: Table, name: string): [number[], number[]] | null {
  const plain = (header: string) => header.replace(/ \[.*/, "");
  const at = table.names.findIndex((header) => plain(header) === plain(name));
  if (at < 0) return null;
  const [times, values]: [number[], number[]] = [[], []];
  table.columns[at].forEach((value, i) => {
    if (value === null || Number.isNaN(value)) return;
    times.push(table.times[i]);
    values.push(value);
  });
  return [times, values];
}
