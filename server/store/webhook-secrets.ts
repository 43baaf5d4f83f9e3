/** Secrets of webhooks lie sealed; where and under what name. */
import { z } from 'zod'
import type { Seal } from './seal.ts'

const context = (workspace_id: number) => `webhook:${workspace_id}`

export function closeSecret(seal: Seal, workspace_id: number, secret: string) {
  return seal.close(secret, context(workspace_id))
}

/** Throws where it was sealed under another key. */
export function openSecret(seal: Seal, workspace_id: number, sealed: Buffer): string {
  return z.string().parse(seal.open(sealed, context(workspace_id)))
}
