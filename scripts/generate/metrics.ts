/** docs/metrics.md: every metric, what it means, and how to have it read. */
import { type Definition, labels, ofInstance, ofNode, ofProcess } from '#metrics/definitions.ts'
import { code, notice, page, table } from './markdown.ts'

export function metricsPage() {
  return page(
    notice,
    '# Metrics',
    'What the service does, for [Prometheus](https://prometheus.io) and whatever else reads its text format. There are none unless an operator asks for them:',
    table(['Setting', 'What follows'], settings),
    'Both may be set: then both addresses ask for the token. Every role tells them. A wrong token is 401 with the usual body, `{"error": {"code": "unauthenticated", …}}`; keys of the API do not open them. In a container the port has to listen on `METRICS_HOST=0.0.0.0`: then give it a token, or publish it to your own network only.',
    '```sh\nMETRICS_PORT=9464 npm start\ncurl -s localhost:9464/metrics | grep crier_deliveries\n```',
    `\`\`\`yaml\n${scrape}\n\`\`\``,
    '## Alerts and a dashboard',
    '[`deploy/prometheus/alerts.yml`](../deploy/prometheus/alerts.yml) has what an operator wants to be told (posts that are due and do not go out, outcomes that nobody knows, silent platforms, tokens that end, the database, the workers), each with what to do; `promtool test rules deploy/prometheus/alerts.test.yml` tests them. [`deploy/grafana/crier.json`](../deploy/grafana/crier.json) is imported in Grafana under Dashboards, New, Import; it asks for the data source.',
    '## How to read them',
    'Metrics **of the instance** are counted in the database, and the same whichever process tells them: where several are scraped, take `max by (platform)`, never `sum`. They are read at most every 10 seconds however often somebody scrapes (what changes slowly once a minute), on a connection of their own, each statement for 2 seconds at the most, and none scans the deliveries: what is settled is known from totals, what is under way from its indexes ([decision 140](decisions/0140-metrics.md)). A scrape never fails because the database is away: `crier_database_up` is 0 then, and what is not known is left out.',
    'Metrics **of a process** begin at 0 with it and carry `process`: the processes that one start makes (`API_PROCESSES`) answer together, whichever is asked. Elsewhere Prometheus tells processes apart by `instance`: sum over both.',
    'No metric has a name, a text, an id or anything else of a workspace, and every label has few values. Emulated platforms are told apart by `sandbox="true"`. What becomes of a single post stands with the post, and in the log by its ids.',
    '## Of the instance',
    metricTable(ofInstance),
    '## Of a process',
    metricTable(ofProcess),
    '## Of Node',
    metricTable(ofNode),
    '## Labels',
    table(
      ['Label', 'Values'],
      shownLabels().map(([label, values]) => [code(label), values]),
    ),
  )
}

const settings = [
  [
    '`METRICS_PORT=9464`',
    '`/metrics` on a port of its own, on `METRICS_HOST` (127.0.0.1 if not set): for a Prometheus on the same machine, or in the same private network.',
  ],
  [
    '`METRICS_TOKEN=…`',
    '`/metrics` at the address of the API, for who shows `Authorization: Bearer …`. A process with `ROLE=worker` has no such address, and tells them at `HEALTH_PORT`.',
  ],
]

const scrape = `# prometheus.yml
rule_files: [alerts.yml]
scrape_configs:
  - job_name: crier
    # With METRICS_TOKEN: authorization: { credentials_file: /etc/prometheus/crier-token }
    static_configs:
      - targets: ["localhost:9464"] # every process that was started by hand: API and workers`

function metricTable(metrics: Record<string, Definition>) {
  return table(
    ['Metric', 'Type', 'Labels', 'Meaning'],
    Object.entries(metrics).map(([name, { type, labels: own, help }]) => [
      code(name),
      type,
      own.map(code).join(', '),
      help,
    ]),
  )
}

/** Those that need no words are left out. */
function shownLabels() {
  const plain = new Set(['state', 'outcome', 'version', 'node'])
  return Object.entries(labels).filter(([label]) => !plain.has(label))
}
