/** Something new to write that says this already, kept before it is shown. Answers where it is written. */
import type { Composition } from './composition.ts'
import { newUuid } from './new.ts'
import { composition } from './store.ts'

export async function begin(workspace_id: number, said: Partial<Composition>): Promise<string> {
  const uuid = newUuid()
  const store = await composition(uuid, workspace_id)
  store.change(() => said)
  await store.keep()
  return uuid
}
