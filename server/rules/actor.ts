import { z } from 'zod'

/** Who did it. */
export const Actor = z.object({
  kind: z.enum(['person', 'key', 'app', 'crier']),
  id: z.string().nullable().describe('Null where it is not told to whoever asks.'),
  name: z.string().nullable(),
})
export type Actor = z.infer<typeof Actor>

/** Who wants a post out, which a person has to allow: told to whoever may read the post. */
export const Asker = z.union([
  z.object({ key_id: z.string(), name: z.string() }),
  z.object({ grant_id: z.string(), name: z.string() }),
  z.object({ person_id: z.int(), name: z.string() }),
])
export type Asker = z.infer<typeof Asker>
