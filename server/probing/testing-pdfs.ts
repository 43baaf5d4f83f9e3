/** PDFs that were made to keep their reader busy. Each is valid enough to be taken. */
import { packedStream } from './testing-files.ts'

export const hostilePdfs: Readonly<Record<string, () => Buffer>> = {
  /** 2.5 kB: fifty thousand times the same place, and each time all that follows. */
  'a packed stream that repeats itself': () => {
    const head = '1 0 1 600000 '.repeat(50_000)
    return pdf(packedStream(Buffer.from(head + ' '.repeat(700_000)), head.length))
  },
  'objects without an end': () => pdf(repeated('1 0 obj\n<< /Type /Page ', 3_000_000)),
  'data without an end': () => pdf(repeated('1 0 obj<</Type/ObjStm>>stream\n', 3_000_000)),
  'lists without an end': () => pdf(repeated('1 0 obj/Type/Pages', 1), repeated('/Kids[', 500_000)),
  'types without an end': () => pdf(Buffer.from('1 0 obj'), repeated('/Type        ', 500_000)),
  'pages with a hundred thousand children each': () =>
    pdf(repeated(`1 0 obj<</Type/Pages/Kids[${'2 0 R '.repeat(80_000)}]>>endobj `, 5_000_000)),
  'a bomb beside a bomb': () => {
    const bomb = packedStream(Buffer.alloc(65 * 1024 * 1024), 10)
    return pdf(...Array.from({ length: 40 }, () => bomb))
  },
  'nothing but the word for an object': () => pdf(repeated('obj', 9_000_000)),
  'more packed pages than a book has': () => {
    const head = Array.from({ length: 350_000 }, (_, id) => `${id} ${id * 12} `).join('')
    return pdf(packedStream(Buffer.from(head + '/Type /Page '.repeat(350_000)), head.length))
  },
  'packed objects of one byte': () => {
    const head = Array.from({ length: 400_000 }, (_, id) => `1 ${id} `).join('')
    return pdf(packedStream(Buffer.from(head + ' '.repeat(400_000)), head.length))
  },
}

function pdf(...parts: Buffer[]) {
  const end = Buffer.from('\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n')
  return Buffer.concat([Buffer.from('%PDF-1.7\n'), ...parts, end])
}

function repeated(text: string, bytes: number) {
  return Buffer.from(text.repeat(Math.ceil(bytes / text.length)))
}
