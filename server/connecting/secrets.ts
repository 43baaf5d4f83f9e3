import { z } from 'zod'
import type { Json } from '#platforms/platform.ts'
import type { Seal } from '#store/seal.ts'
import { contexts } from '#store/sealed.ts'

const Secret = z.record(z.string(), z.json())

/** Sealed tokens cannot be moved to another workspace. */
export const secretContext = contexts.account

export function openSecret(sealed: Buffer, seal: Seal, workspace_id: number): Record<string, Json> {
  return Secret.parse(seal.open(sealed, secretContext(workspace_id)))
}
