/** What the files of deploy/ ask Prometheus for. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

export const deploy = join(import.meta.dirname, '../../deploy')

const Panel = z.object({
  title: z.string(),
  targets: z.array(z.object({ expr: z.string() })).optional(),
})
const Dashboard = z.object({ panels: z.array(Panel) })

interface Expression {
  /** The alert or the panel. */
  from: string
  expr: string
}

/** Those of the alerts and of the panels, each on one line. */
export function expressions(): Expression[] {
  const file = readFileSync(join(deploy, 'grafana/crier.json'), 'utf8')
  const { panels } = Dashboard.parse(JSON.parse(file))
  return [
    ...alerts(),
    ...panels.flatMap(({ title, targets = [] }) =>
      targets.map(({ expr }) => ({ from: title, expr })),
    ),
  ]
}

/** `expr: …`, or folded over the lines below it: promtool reads the file as YAML, this only what stands there. */
function alerts(): Expression[] {
  const text = readFileSync(join(deploy, 'prometheus/alerts.yml'), 'utf8')
  return text
    .split(/^ +- alert: /m)
    .slice(1)
    .map((alert) => {
      const [, expr = ''] = /^ +expr: (?:>-\n)?([\s\S]*?)^ +(?:for|labels):/m.exec(alert) ?? []
      return { from: alert.split('\n')[0] ?? '', expr: expr.replaceAll(/\s+/g, ' ').trim() }
    })
}

export function namesIn(expr: string) {
  return [...new Set(expr.match(/\b(?:crier|process|nodejs)_\w+/g) ?? [])]
}

/** Of selectors and of groupings. */
export function labelsIn(expr: string) {
  const selected = Array.from(
    expr.matchAll(/[{,]\s*(\w+)\s*(?:=~|!~|!=|=)"/g),
    ([, name = '']) => name,
  )
  const grouped = Array.from(expr.matchAll(/\b(?:by|on) \(([^)]*)\)/g), ([, names = '']) =>
    names.split(/,\s*/),
  )
  return [...new Set([...selected, ...grouped.flat()])]
}
