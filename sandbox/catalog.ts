import type { Emulator, EmulatorOptions } from '#platforms/emulator.ts'
import { emulator as bluesky } from '#platforms/bluesky/emulator.ts'
import { emulator as linkedin } from '#platforms/linkedin/emulator.ts'
import { emulator as x } from '#platforms/x/emulator.ts'
import { emulator as youtube } from '#platforms/youtube/emulator.ts'

export type MakeEmulator = (options: EmulatorOptions) => Emulator

/** Every emulator by platform id, one line each; a test notices a folder without one. */
export const catalog: Readonly<Record<string, MakeEmulator>> = {
  bluesky,
  linkedin,
  x,
  youtube,
}
