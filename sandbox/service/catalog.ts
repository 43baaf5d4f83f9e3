import type { MakeEmulator } from '../kit/emulator.ts'
import { emulator as bluesky } from '../bluesky/emulator.ts'
import { emulator as facebook } from '../facebook/emulator.ts'
import { emulator as google_business } from '../google_business/emulator.ts'
import { emulator as instagram } from '../instagram/emulator.ts'
import { emulator as linkedin } from '../linkedin/emulator.ts'
import { emulator as pinterest } from '../pinterest/emulator.ts'
import { emulator as threads } from '../threads/emulator.ts'
import { emulator as tiktok } from '../tiktok/emulator.ts'
import { emulator as x } from '../x/emulator.ts'
import { emulator as youtube } from '../youtube/emulator.ts'

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
