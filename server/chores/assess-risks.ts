import { RISK_DAYS } from '#rules/risk.ts'
import { assessDue } from '#store/risks.ts'
import type { Chore } from './chore.ts'

/** Finds what may keep the posts of the coming days from going out; whatever changes meanwhile is found by its writer. */
export const assessRisks: Chore = {
  name: 'assess-risks',
  cron: '*/10 * * * *',

  async run({ db, now, risk_facts }) {
    const until = new Date(now().getTime() + RISK_DAYS * 24 * 3600_000)
    await assessDue(db, risk_facts(), { now: now(), until })
  },
}
