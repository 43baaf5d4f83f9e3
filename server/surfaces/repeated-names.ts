/** JSON may say a name twice in one object; which of the two a reader takes is anybody's guess, so that nobody should have to. */

/** The first name that an object of this valid JSON has twice. */
export function repeatedName(json: string): string | undefined {
  /** The names of each object that is open; undefined stands for a list. */
  const open: (Set<string> | undefined)[] = []
  let names: Set<string> | undefined
  let isName = false
  for (let at = 0; at < json.length; at++) {
    const sign = json[at]
    if (sign === '"') {
      const end = endOf(json, at)
      if (isName && names) {
        const name = nameIn(json.slice(at, end + 1))
        if (names.has(name)) return name
        names.add(name)
      }
      isName = false
      at = end
    } else if (sign === '{' || sign === '[') {
      names = sign === '{' ? new Set() : undefined
      open.push(names)
      isName = sign === '{'
    } else if (sign === '}' || sign === ']') {
      open.pop()
      names = open.at(-1)
    } else if (sign === ',') isName = names !== undefined
  }
  return undefined
}

/** Where the text that begins at `from` ends. */
function endOf(json: string, from: number) {
  let at = from + 1
  while (at < json.length && json[at] !== '"') at += json[at] === '\\' ? 2 : 1
  return at
}

function nameIn(quoted: string): string {
  return quoted.includes('\\') ? String(JSON.parse(quoted)) : quoted.slice(1, -1)
}
