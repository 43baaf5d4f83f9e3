import { z } from 'zod'

/** Who did it. */
export const Actor = z.object({
  kind: z.enum(['person', 'key', 'app', 'crier']),
  id: z.string().nullable().describe('Null where it is not told to whoever asks.'),
  name: z.string().nullable(),
})
export type Actor = z.infer<typeof Actor>
