import type { Chore } from './chore.ts'
import { collectMetrics } from './collect-metrics.ts'
import { pruneFiles } from './prune-files.ts'
import { pruneOAuth } from './prune-oauth.ts'
import { prune } from './prune.ts'
import { refreshTokens } from './refresh-tokens.ts'

/** Every chore, once. */
export const chores: readonly Chore[] = [
  collectMetrics,
  prune,
  pruneFiles,
  pruneOAuth,
  refreshTokens,
]
