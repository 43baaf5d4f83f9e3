/** How much of the machine files may take, out of the environment. */
import { z } from 'zod'
import { limits, type Plan, plans } from '#rules/limits.ts'

const MB = 1024 * 1024
const megabytes = z.coerce.number().int().min(0).max(1_000_000_000)

export const storageSettings = {
  DISK_RESERVE_MB: megabytes
    .default(512)
    .describe('Free space on the disk of DATA_DIR, in MB, that files leave to the database.'),
  STORAGE_MB_PER_WORKSPACE: megabytes
    .min(1)
    .optional()
    .describe('How much all files of a workspace may have, in MB. Default: what its plan says.'),
  OPEN_UPLOADS_PER_WORKSPACE: z.coerce
    .number()
    .int()
    .min(1)
    .max(100_000)
    .default(limits.open_uploads)
    .describe('Resumable uploads that a workspace may have open at once.'),
}

export interface StorageConfig {
  /** In bytes. */
  disk_reserve: number
  plans: Record<string, Plan>
}

const Values = z.object(storageSettings)

export function storageConfigOf(values: z.output<typeof Values>): StorageConfig {
  const { STORAGE_MB_PER_WORKSPACE: storage, OPEN_UPLOADS_PER_WORKSPACE: open_uploads } = values
  const own = {
    open_uploads,
    ...(storage !== undefined && { storage_bytes: storage * MB }),
  }
  return {
    disk_reserve: values.DISK_RESERVE_MB * MB,
    plans: Object.fromEntries(
      Object.entries(plans).map(([name, plan]) => [name, { ...plan, ...own }]),
    ),
  }
}
