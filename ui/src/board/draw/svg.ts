// Creates SVG elements.

const NAMESPACE = 'http://www.w3.org/2000/svg'

/** Creates an SVG element with attributes and children. Never sets a style attribute: the content security policy forbids it. */
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
