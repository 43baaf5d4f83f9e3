/** What a child does with a file: one answer for each task, whatever is in the file. @throws {OutOfMemory} */
import { isCaptionFormat, probeCaptions } from './captions.ts'
import { convertImage, isImage, probeImage, reshapeImage, thumbnailOf } from './image.ts'
import { probeFilm } from './film.ts'
import { assertDeclared } from './formats.ts'
import { probePdf } from './pdf.ts'
import { assertSingular } from './polyglot.ts'
import { type Declared, OutOfMemory, Probed, Refused } from './probed.ts'
import { sniff } from './sniff.ts'
import type { Answer, Task } from './tasks.ts'
import { trimFilm } from './trim.ts'
import { windowOn } from './window.ts'

export async function answer(task: Task): Promise<Answer> {
  try {
    return await perform(task)
  } catch (error) {
    if (error instanceof Refused) {
      return { refused: { code: error.code, message: error.message } }
    }
    if (error instanceof OutOfMemory) throw error
    return { failed: String(error) }
  }
}

async function perform(task: Task): Promise<Answer> {
  if (task.name === 'probe') return { probed: await probeFile(task.path, task.declared) }
  if (task.name === 'thumbnail') return { picture: await thumbnailOf(task.path) }
  if (task.name === 'reshape') return { made: await reshapeImage(task.path, task.reshaping) }
  if (task.name === 'trim') return { made: await trimFilm(task.path, task.span) }
  return { picture: await convertImage(task.path, task.wish) }
}

async function probeFile(path: string, declared: Declared): Promise<Probed> {
  await using window = await windowOn(path)
  if (window.size === 0) throw new Refused('damaged', 'The file is empty.')
  const format = await sniff(path, declared.filename)
  assertDeclared(format, declared)
  await assertSingular(window, format === 'pdf')
  const probed = await probeFormat(path, format, window)
  const checked = Probed.safeParse(probed)
  if (checked.success) return checked.data
  const [issue] = checked.error.issues
  throw new Refused(
    'damaged',
    `The file says something impossible of its ${issue?.path.join('.')}.`,
  )
}

function probeFormat(
  path: string,
  format: Awaited<ReturnType<typeof sniff>>,
  window: Parameters<typeof probePdf>[1],
) {
  if (isImage(format)) return probeImage(path, format, window)
  if (format === 'pdf') return probePdf(path, window)
  if (isCaptionFormat(format)) return probeCaptions(format, window)
  return probeFilm(path, format, window)
}
