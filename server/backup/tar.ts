/** Headers of a tar (POSIX ustar), so that other tools read a backup; we do not ask them where its pieces are. */

export const BLOCK = 512

/** What stands behind the last entry. */
export const END_OF_TAR = Buffer.alloc(2 * BLOCK)

const OCTAL = { mode: 0o600, uid: 0, gid: 0 }

/** Of a file. Behind 100 bytes of a name its folders stand apart. */
export function headerOf(name: string, size: number, now: Date): Buffer {
  const cut = name.length > 100 ? name.lastIndexOf('/') : -1
  const [folders, own] = [name.slice(0, Math.max(cut, 0)), name.slice(cut + 1)]
  if (own.length > 100 || folders.length > 155) throw new Error(`A tar has no room for ${name}.`)
  const header = Buffer.alloc(BLOCK)
  header.write(own, 0)
  header.write(octal(OCTAL.mode, 8), 100)
  header.write(octal(OCTAL.uid, 8), 108)
  header.write(octal(OCTAL.gid, 8), 116)
  header.write(octal(size, 12), 124)
  header.write(octal(Math.floor(now.getTime() / 1000), 12), 136)
  // The sum is taken with blanks where it will stand.
  header.fill(' ', 148, 156)
  header.write('0', 156)
  header.write('ustar\x0000', 257)
  header.write(folders, 345)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${octal(sum, 7)}\0 `.slice(0, 8), 148)
  return header
}

/** Where no folders stand apart. */
export function nameIn(header: Buffer) {
  return header.toString('utf8', 0, 100).replace(/\0.*$/s, '')
}

/** How many bytes fill the last block of so many. */
export function paddingOf(size: number) {
  return (BLOCK - (size % BLOCK)) % BLOCK
}

function octal(value: number, width: number) {
  return value.toString(8).padStart(width - 1, '0')
}
