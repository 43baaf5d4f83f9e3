/** Cases of the conformance suite, counted for each platform. */

export interface Case {
  name: string
  outcome: 'passed' | 'failed' | 'skipped'
}

export interface Tally {
  platform: string
  /** What does not concern the platform is not run. */
  run: number
  passed: number
  failed: number
  skipped: number
}

export function tally(cases: readonly Case[], platforms: readonly string[]): Tally[] {
  return platforms.map((platform) => {
    const own = cases.filter(({ name }) => name.startsWith(`${platform} `))
    const count = (outcome: Case['outcome']) =>
      own.filter((each) => each.outcome === outcome).length
    const [passed, failed, skipped] = [count('passed'), count('failed'), count('skipped')]
    return { platform, run: passed + failed, passed, failed, skipped }
  })
}

/** A line for each platform and one for all, in columns. */
export function shown(tallies: readonly Tally[]): string {
  const sum = (of: (each: Tally) => number) => tallies.reduce((all, each) => all + of(each), 0)
  const all: Tally = {
    platform: 'all',
    run: sum(({ run }) => run),
    passed: sum(({ passed }) => passed),
    failed: sum(({ failed }) => failed),
    skipped: sum(({ skipped }) => skipped),
  }
  const width = Math.max(...tallies.map(({ platform }) => platform.length), 3)
  const lines = [...tallies, all].map(
    ({ platform, run, passed, failed, skipped }) =>
      `${platform.padEnd(width)}  ${passed} passed of ${run} run${failed ? `, ${failed} FAILED` : ''}, ${skipped} do not concern it`,
  )
  return `${lines.join('\n')}\n`
}
