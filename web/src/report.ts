import "./report.css";
import { makeInteractive } from "./charts";
import { Gallery } from "./gallery";
import { makeSortable } from "./tables";

document.documentElement.classList.add("live");
document.querySelectorAll<HTMLTableElement>("table").forEach(makeSortable);
document.querySelectorAll<HTMLElement>("figure.chart-figure").forEach(makeInteractive);
document.querySelectorAll<HTMLElement>(".gallery").forEach((gallery) => new Gallery(gallery));

// What is folded is printed unfolded.
const opened: HTMLDetailsElement[] = [];
addEventListener("beforeprint", () => {
  for (const details of document.querySelectorAll<HTMLDetailsElement>("details:not([open])")) {
    details.open = true;
    opened.push(details);
  }
});
addEventListener("afterprint", () => {
  for (const details of opened.splice(0)) details.open = false;
});
