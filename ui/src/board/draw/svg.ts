// Making SVG elements. Knows no draughts.

const NAMESPACE = 'http://www.w3.org/2000/svg'

/** An SVG element with attributes and children. No style attribute is ever written: a strict content policy forbids it. */
export function svg<Name extends keyof SVGElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string | number>> = {},
  ...children: readonly (Node | string)[]
): SVGElementTagNameMap[Name] {
  const element = document.createElementNS(NAMESPACE, name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value))
  element.append(...children)
  return element
}
