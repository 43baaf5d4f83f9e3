import { assessRisks } from './assess-risks.ts'
import type { Chore } from './chore.ts'
import { collectMetrics } from './collect-metrics.ts'
import { eraseWorkspaces } from './erase-workspaces.ts'
import { makeSeries } from './make-series.ts'
import { mendAllTotals } from './mend-totals.ts'
import { pruneOldEvents } from './prune-events.ts'
import { pruneFiles } from './prune-files.ts'
import { pruneOAuth } from './prune-oauth.ts'
import { prune } from './prune.ts'
import { refreshTokens } from './refresh-tokens.ts'
import { watchTokens } from './watch-tokens.ts'

/** Every chore, once. */
export const chores: readonly Chore[] = [
  assessRisks,
  collectMetrics,
  eraseWorkspaces,
  makeSeries,
  mendAllTotals,
  prune,
  pruneOldEvents,
  pruneFiles,
  pruneOAuth,
  refreshTokens,
  watchTokens,
]
