/** How much a workspace may keep, and how many uploads it may have open. */
import { limits } from '#rules/limits.ts'
import { megabytes } from '#rules/media.ts'
import { Problem } from '#rules/problem.ts'
import { findTwin } from '#store/media.ts'
import { countOpenUploads, holdStorage, storedBytes } from '#store/storage.ts'
import { findWorkspace } from '#store/workspaces.ts'
import type { Context } from './context.ts'

/** Undefined where the plan has no limit. In bytes. */
export async function storageOf(context: Context) {
  const limit = (await planOf(context))?.storage_bytes ?? null
  if (limit === null) return undefined
  const used = await storedBytes(context, context.now)
  return { limit, used, remaining: Math.max(0, limit - used) }
}

export async function openUploadsOf(context: Context) {
  const limit = (await planOf(context))?.open_uploads ?? limits.open_uploads
  const used = await countOpenUploads(context, context.now)
  return { limit, used, remaining: Math.max(0, limit - used) }
}

/** Refuses a file that does not fit any more, before it is stored; the transaction that keeps it asks again. */
export async function requireStorage(
  context: Context,
  { size_bytes, sha256 }: { size_bytes: number; sha256?: string | null },
) {
  const storage = await storageOf(context)
  if (!storage || size_bytes <= storage.remaining) return
  // Bytes that are there already take nothing.
  if (sha256 && (await findTwin(context, sha256))) return
  const { limit, used } = storage
  throw new Problem(
    'plan_limit_reached',
    `Delete media that no post needs for good (for_good), or upgrade at upgrade_url: this file has ${size_bytes} bytes, and ${used} bytes of the ${limit} bytes (${megabytes(limit)}) of this workspace are taken (limits.storage_bytes).`,
    { of: 'storage_bytes', limit, used, upgrade_url: context.environment.upgrade_url },
  )
}

/** As requireStorage, and none that runs beside it can pass the limit together with it. */
export async function takeStorage(
  context: Context,
  file: { size_bytes: number; sha256?: string | null },
) {
  if ((await planOf(context))?.storage_bytes === null) return
  await holdStorage(context)
  await requireStorage(context, file)
}

/** One more upload, with room for all that it announces. */
export async function takeUpload(context: Context, size_bytes: number) {
  await holdStorage(context)
  const { limit, used, remaining } = await openUploadsOf(context)
  if (remaining < 1) {
    throw new Problem(
      'too_many_uploads',
      `Complete or cancel an upload first: ${used} of ${limit} that may be open at once are (limits.open_uploads).`,
      { limit, used },
    )
  }
  await requireStorage(context, { size_bytes })
}

async function planOf(context: Context) {
  const { plan } = await findWorkspace(context)
  return context.environment.plans[plan]
}
