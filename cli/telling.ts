import { BackupError } from '#backup/archive.ts'
import { CommandError } from './command.ts'

/** What stands in the way of a backup or a move, and what the disk refuses, in words instead of a stack. */
export async function telling<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof BackupError || (error instanceof Error && 'syscall' in error))
      throw new CommandError(error.message, { cause: error })
    throw error
  }
}
