import { RotationError } from '#app/rotation.ts'
import { BackupError } from '#backup/contents.ts'
import { CommandError } from './command.ts'

/** What stands in the way of a backup, a move or another key, and what the disk refuses, in words instead of a stack. */
export async function telling<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const isMatter = error instanceof BackupError || error instanceof RotationError
    if (isMatter || (error instanceof Error && 'syscall' in error))
      throw new CommandError(error.message, { cause: error })
    throw error
  }
}
