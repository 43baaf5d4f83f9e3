/** Secrets of webhooks lie sealed; where and under what name. */
import { z } from 'zod'
import type { Seal } from './seal.ts'
import { contexts } from './sealed.ts'

export function closeSecret(seal: Seal, workspace_id: number, secret: string) {
  return seal.close(secret, contexts.webhook(workspace_id))
}

/** Throws where it was sealed under another key. */
export function openSecret(seal: Seal, workspace_id: number, sealed: Buffer): string {
  return z.string().parse(seal.open(sealed, contexts.webhook(workspace_id)))
}
