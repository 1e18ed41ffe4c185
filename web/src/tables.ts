import { html } from "./dom";

// "1,200" and "0.5" as numbers; what is not there goes last, whichever way.
function numberOf(cell: Element | undefined): number | null {
  const text = cell?.textContent?.replaceAll(",", "").trim() ?? "";
  const value = Number.parseFloat(text);
  return Number.isNaN(value) ? null : value;
}

/** A row and those that stand beside it, which move together. */
function groupsOf(body: HTMLTableSectionElement): HTMLTableRowElement[][] {
  const groups: HTMLTableRowElement[][] = [];
  for (const row of body.rows) {
    if (row.classList.contains("beside") && groups.length > 0) groups.at(-1)!.push(row);
    else groups.push([row]);
  }
  return groups;
}

function sort(table: HTMLTableElement, column: number, numeric: boolean, sign: number): void {
  const body = table.tBodies[0]!;
  const compare = (a: HTMLTableRowElement, b: HTMLTableRowElement) => {
    const [x, y] = [a.cells[column], b.cells[column]];
    if (!numeric) return sign * (x?.textContent ?? "").localeCompare(y?.textContent ?? "");
    const [p, q] = [numberOf(x), numberOf(y)];
    if (p === null || q === null) return Number(p === null) - Number(q === null);
    return sign * (p - q);
  };
  const groups = groupsOf(body).sort(([a], [b]) => compare(a!, b!));
  body.append(...groups.flat());
}

/** Headers become buttons: numbers fall first, words rise first, and the other way round. */
export function makeSortable(table: HTMLTableElement): void {
  const headers = [...(table.tHead?.rows[table.tHead.rows.length - 1]?.cells ?? [])];
  if ((table.tBodies[0]?.rows.length ?? 0) < 3) return;
  headers.forEach((header, column) => {
    const numeric = header.classList.contains("n");
    const button = html("button", { type: "button", class: "sort" });
    button.append(...header.childNodes);
    header.append(button);
    button.addEventListener("click", () => {
      const falling = header.ariaSort ? header.ariaSort === "ascending" : numeric;
      for (const other of headers) other.removeAttribute("aria-sort");
      header.ariaSort = falling ? "descending" : "ascending";
      sort(table, column, numeric, falling ? -1 : 1);
    });
  });
}
