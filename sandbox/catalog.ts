import type { Emulator, EmulatorOptions } from '#platforms/emulator.ts'
import { emulator as bluesky } from '#platforms/bluesky/emulator.ts'
import { emulator as facebook } from '#platforms/facebook/emulator.ts'
import { emulator as google_business } from '#platforms/google_business/emulator.ts'
import { emulator as instagram } from '#platforms/instagram/emulator.ts'
import { emulator as linkedin } from '#platforms/linkedin/emulator.ts'
import { emulator as pinterest } from '#platforms/pinterest/emulator.ts'
import { emulator as threads } from '#platforms/threads/emulator.ts'
import { emulator as tiktok } from '#platforms/tiktok/emulator.ts'
import { emulator as x } from '#platforms/x/emulator.ts'
import { emulator as youtube } from '#platforms/youtube/emulator.ts'

export type MakeEmulator = (options: EmulatorOptions) => Emulator

/** Every emulator by platform id, one line each; a test notices a folder without one. */
export const catalog: Readonly<Record<string, MakeEmulator>> = {
  bluesky,
  facebook,
  google_business,
  instagram,
  linkedin,
  pinterest,
  threads,
  tiktok,
  x,
  youtube,
}
