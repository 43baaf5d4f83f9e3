/** `npm run generate`: writes the pages of docs/ that are read off the code. The order is that of the lists. */
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { configurationPage } from './generate/configuration.ts'
import { operationsPage } from './generate/operations.ts'
import { platformsPage } from './generate/platforms.ts'

const docs = join(import.meta.dirname, '../docs')

const pages = {
  'operations.md': operationsPage,
  'configuration.md': configurationPage,
  'platforms/README.md': platformsPage,
}

for (const [name, page] of Object.entries(pages)) {
  const file = join(docs, name)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, page())
}
