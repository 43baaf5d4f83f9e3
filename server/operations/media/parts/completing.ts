/** From a session whose bytes have all arrived to a media item; asking again answers the same item, or the same refusal. */
import { digestOf } from '#blobs/spool.ts'
import type { Arrived } from '#intake/intake.ts'
import type { FieldErrors } from '#rules/problem.ts'
import { invalid, Problem } from '#rules/problem.ts'
import { noteLoose } from '#store/loose-blobs.ts'
import { dropPen, endUpload, refuseUpload, takePen, type Upload } from '#store/uploads.ts'
import { itemOf, keepArrived } from './arrivals.ts'
import type { Context } from '../../context.ts'
import { busy, holdPen, newPen, requireUpload } from './sessions.ts'

/** Undefined when it is an item already. */
export async function prepareCompletion(id: string, context: Context) {
  const upload = await requireUpload(id, context)
  if (upload.media_id !== null) return undefined
  if (upload.refusal) throw fieldProblem(upload.refusal)
  const { received_bytes, size_bytes } = upload
  if (received_bytes !== size_bytes) {
    throw fieldProblem({
      size_bytes: [
        `${received_bytes} of ${size_bytes} bytes have arrived: send the rest from offset ${received_bytes}.`,
      ],
    })
  }
  const pen = newPen(context.now)
  const taken = await takePen(context, upload, pen, context.now)
  if (!taken) {
    const again = await requireUpload(id, context)
    if (again.media_id !== null) return undefined
    throw busy(upload)
  }
  using _ = holdPen(id, pen, context)
  try {
    const arrived = await assemble(taken, context)
    return { ...arrived, writer: pen.writer }
  } catch (error) {
    const lasting = error instanceof Problem && error.code === 'invalid'
    if (!lasting) await dropPen(context, id, pen.writer)
    else await refuse(taken, pen.writer, error, context)
    throw error
  }
}

export async function complete(id: string, arrived: Arrived | undefined, context: Context) {
  const upload = await requireUpload(id, context)
  if (upload.media_id !== null) return itemOf(context, upload.media_id)
  const item = await keepArrived(arrived, upload, context)
  const ended = await endUpload(context, id, arrived?.writer ?? '', item.id)
  if (!ended) throw busy(upload)
  return item
}

async function assemble(upload: Upload, context: Context): Promise<Arrived> {
  const { blobs, hashes, inspect } = context.environment.intake
  const { id, blob_key, store_id, size_bytes, parts } = upload
  await blobs.sessions.finish({ key: blob_key, id: store_id }, parts, size_bytes)
  await using file = await blobs.local(blob_key)
  const { path } = file
  const known = hashes.at(id, size_bytes)?.digest('hex')
  const sha256 = known ?? (await digestOf(path, 'sha256', {}, 'hex'))
  hashes.drop(id)
  if (upload.sha256 !== null && upload.sha256 !== sha256) {
    throw fieldProblem({
      sha256: [
        `The bytes that arrived have the digest ${sha256}, not ${upload.sha256}: open a new upload and send them again.`,
      ],
    })
  }
  const { filename, mime_type } = upload
  return await inspect(
    context,
    { blob_key, path, size_bytes, sha256 },
    { filename, mime_type },
    'file',
  )
}

async function refuse(upload: Upload, writer: string, problem: Problem, context: Context) {
  const errors = problem.recovery['errors'] as FieldErrors
  await refuseUpload(context, upload.id, writer, errors)
  await noteLoose(context, [upload.blob_key], context.now)
}

function fieldProblem(errors: FieldErrors) {
  return invalid(errors) ?? new Error('A refusal without a reason.')
}
