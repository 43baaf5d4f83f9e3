/** What publishing costs on our side: time beside the waiting for platforms, and memory while a video of 1 GB goes out. */
import { publishMemory } from './publish-memory.ts'
import { publishTime } from './publish-time.ts'

export async function publish() {
  await publishTime()
  await publishMemory()
}
