const kSvg = "http://www.w3.org/2000/svg";

type Attributes = Record<string, string | number>;

function fill<E extends Element>(element: E, attributes: Attributes, children: (Node | string)[]): E {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

export function html<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  return fill(document.createElement(tag), attributes, children);
}

export function svg<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): SVGElementTagNameMap[K] {
  return fill(document.createElementNS(kSvg, tag), attributes, children);
}

/** A drop-down with its label; `options` by value. */
export function choice(
  label: string,
  options: [value: string, text: string][],
  changed: (value: string) => void,
): HTMLLabelElement {
  // Named by itself: as part of a label its options would belong to the name.
  const select = html("select", { "aria-label": label });
  for (const [value, text] of options) select.append(html("option", { value }, text));
  select.addEventListener("change", () => changed(select.value));
  return html("label", {}, html("span", {}, label), select);
}

export const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");
