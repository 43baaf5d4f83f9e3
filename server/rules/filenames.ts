/** Names of files as they may stand in any system's folder, and no two alike. Pure. */

/** Windows takes these for devices, whatever follows the dot. */
const DEVICES = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i
const LONGEST = 150

/** What a name means to a shell, a path or a screen is taken out of it; the end stays, for it says what the file is. */
export function plainName(name: string) {
  const plain = name.normalize('NFC').replace(/[\p{Cc}\p{Cf}\\/:*?"<>|]/gu, '_')
  const short = plain
    .slice(-LONGEST)
    .replace(/^[\uDC00-\uDFFF]/, '')
    .replace(/[. ]+$/, '_')
  return short.replace(/^\.+/, '_').replace(DEVICES, '_$1') || 'file'
}

/** Where each file lies: in the folders that its own is called by; what would lie over another is numbered. */
export function placesOf(files: readonly { folder: string | null; original_name: string }[]) {
  const ways = files.map(({ folder }) =>
    (folder ?? '')
      .split('/')
      .filter((each) => each.trim() !== '')
      .map(plainName),
  )
  // No file may be called like a folder beside it.
  const taken = new Set(
    ways.flatMap((way) => way.map((_, at) => known(way.slice(0, at + 1).join('/')))),
  )
  const numbers = new Map<string, number>()
  return files.map(({ original_name }, index) => {
    const at = [...(ways[index] ?? []), ''].join('/')
    const name = plainName(original_name)
    const [, stem = '', end = ''] = /^(.+?)(\.[^.]*)?$/s.exec(name) ?? []
    for (let number = numbers.get(known(at + name)) ?? 1; ; number++) {
      const place = `${at}${stem}${number === 1 ? '' : ` (${number})`}${end}`
      if (taken.has(known(place))) continue
      taken.add(known(place))
      numbers.set(known(at + name), number + 1)
      return place
    }
  })
}

/** Windows and macOS know one name in capitals and small letters only. */
function known(place: string) {
  return place.toLowerCase()
}
