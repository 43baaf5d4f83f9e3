/** Finds words that stand in a room instead of in `web/src/words`, where they cannot be said in another language. */
import { parseSync } from 'vite'

const attributes =
  /^(aria-label|label|title|lead|hint|placeholder|alt|what|text|action|legend|all|empty)$/
const properties = /^(label|title|lead|hint|sentence|text)$/
/** Names, commands, and what is the same in every language. */
const same = /^(Crier|ALT|https:\/\/|webhook-id|[a-z]|curl .*|\/api\/.* 'Authorization: Bearer)$/

interface Node {
  type: string
  start: number
  [part: string]: unknown
}

/** Each with its line: text of JSX, attributes and properties that somebody reads or hears, and what is said in a toast. */
export function literalsIn(file: string, source: string): string[] {
  const found: string[] = []
  const take = (node: Node, text: unknown) => {
    const said = String(text).trim()
    if (!/\p{L}/u.test(said) || same.test(said)) return
    found.push(`${file}:${source.slice(0, node.start).split('\n').length} ${said}`)
  }
  function walk(node: unknown, within: boolean): void {
    if (Array.isArray(node)) return node.forEach((each) => walk(each, within))
    if (!isNode(node)) return
    if (node.type === 'JSXText') take(node, node['value'])
    if (/^JSX(Element|Fragment)$/.test(node.type)) between(node['children'])
    if (within) {
      // What is compared or looked up is not shown.
      if (/^(BinaryExpression|MemberExpression)$/.test(node.type)) return
      if (node.type === 'Literal' && typeof node['value'] === 'string') take(node, node['value'])
      if (node.type === 'TemplateElement') take(node, partOf(node['value'], 'cooked'))
    }
    const reads = isShown(node) ?? within
    for (const [name, child] of Object.entries(node)) {
      if (name !== 'key' && name !== 'name') walk(child, reads)
    }
  }
  /** What stands between tags is read, whatever it depends on. */
  function between(node: unknown): void {
    if (Array.isArray(node)) return node.forEach(between)
    if (!isNode(node)) return
    if (node.type === 'Literal' && typeof node['value'] === 'string') take(node, node['value'])
    if (node.type === 'TemplateLiteral') walk(node['quasis'], true)
    if (node.type === 'JSXExpressionContainer') between(node['expression'])
    if (node.type === 'ConditionalExpression') between([node['consequent'], node['alternate']])
    if (node.type === 'LogicalExpression') between(node['right'])
  }
  walk(parseSync(file, source).program, false)
  return found
}

/** Whether what is in it is read by somebody; undefined: as what it is in. */
function isShown(node: Node): boolean | undefined {
  if (node.type === 'JSXAttribute') return attributes.test(nameOf(node['name']))
  if (node.type === 'Property') return properties.test(nameOf(node['key'])) || undefined
  if (node.type === 'CallExpression') return nameOf(node['callee']) === 'say'
  return undefined
}

function nameOf(node: unknown) {
  return String(partOf(node, 'name'))
}

function partOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

function isNode(value: unknown): value is Node {
  return typeof partOf(value, 'type') === 'string'
}
