/** `npm run generate`: writes the pages of docs/ and the parts of the SDK and of the command line that are read off the code. The order is that of the lists. */
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { answersPage, codesPage } from './generate/answers.ts'
import { commandsSource } from './generate/commands.ts'
import { configurationPage } from './generate/configuration.ts'
import { eventsPage, kindPages } from './generate/events.ts'
import { metricsPage } from './generate/metrics.ts'
import { tracesPage } from './generate/traces.ts'
import { licencesPage } from './generate/licences.ts'
import { operationsPage } from './generate/operations.ts'
import { platformsPage } from './generate/platforms.ts'
import { sdkSource } from './generate/sdk.ts'

const root = join(import.meta.dirname, '..')

const pages = {
  'docs/operations.md': operationsPage,
  'docs/configuration.md': configurationPage,
  'docs/answers.md': answersPage,
  'docs/codes.md': codesPage,
  'docs/events.md': eventsPage,
  ...kindPages,
  'docs/metrics.md': metricsPage,
  'docs/traces.md': tracesPage,
  'docs/licences.md': licencesPage,
  'docs/platforms/README.md': platformsPage,
  'sdk/generated.ts': sdkSource,
  'cli/generated.ts': commandsSource,
}

for (const [name, page] of Object.entries(pages)) {
  const file = join(root, name)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, page())
}
