/** docs/licences.md: what comes with Crier, and under which terms. */
import { join } from 'node:path'
import { LICENCES } from '../licences.ts'
import { lockLines, productionPackages } from '../lock.ts'
import { count, notice, page, table } from './markdown.ts'

export function licencesPage() {
  const packages = productionPackages(lockLines(join(import.meta.dirname, '../..')))
  const terms = Object.entries(LICENCES).map(([id, { asks }]) => {
    const under = packages.filter(({ licence }) => licence.split(/[\s()]+/).includes(id))
    return [id, count(under.length), asks]
  })
  return page(
    notice,
    '# Licences',
    `Crier is under the [MIT licence](../LICENSE). What \`npm start\` installs beside it, ${count(packages.length)} packages on all systems together, comes from the npm registry under licences of its own; all of them go together with MIT. A test holds every package to this list, and to the hash in \`package-lock.json\`; none runs a script while it is installed. Tools of development are not here. The SDK needs none of them.`,
    'A licence here is what the package says of itself. Node, PostgreSQL and libvips come as binaries: what those are made of has further licences, which their makers publish with them.',
    'Names of emoji, in the dashboard, are those of Unicode’s CLDR and of two projects, under [their licences](../web/src/writing/emoji/LICENSE.txt).',
    table(['Licence', 'Packages', 'What it asks'], terms),
    '## Packages',
    table(
      ['Package', 'Version', 'Licence', 'Installed'],
      packages.map(({ name, version, licence, optional }) => [
        name,
        version,
        licence,
        optional ? 'where it fits the system' : 'always',
      ]),
    ),
  )
}
