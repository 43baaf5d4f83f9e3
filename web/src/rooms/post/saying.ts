/** How rooms say what stands in a post, and what was changed of it. */
import { fullNameOf } from '../../ui/called.ts'
import { platformName } from '../../ui/platform-mark.tsx'
import { exact } from '../../ui/time.tsx'

export const saying = {
  account: fullNameOf,
  platform: platformName,
  time: (at: string) => exact(at),
}
