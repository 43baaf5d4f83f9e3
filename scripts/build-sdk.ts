/** `npm run build -w @crier/sdk`: the package as it is published (`npm publish sdk/dist`): JavaScript and types. */
import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const sdk = join(import.meta.dirname, '../sdk')
const dist = resolve(sdk, process.argv[2] ?? 'dist')

const tsc = join(sdk, '../node_modules/.bin/tsc')
if (!existsSync(tsc)) {
  process.stderr.write(
    'TypeScript is not installed, which builds the SDK: `npm start` leaves it out. `npm run sdk` installs it, builds and packs.\n',
  )
  process.exit(1)
}
rmSync(dist, { recursive: true, force: true })
const config = join(sdk, 'tsconfig.build.json')
execFileSync(tsc, ['--project', config, '--outDir', dist], { stdio: 'inherit' })

const { scripts: _, ...about } = JSON.parse(readFileSync(join(sdk, 'package.json'), 'utf8'))
const exports = Object.fromEntries(
  [
    ['.', './index'],
    ['./measure', './measure/index'],
  ].map(([name, file]) => [name, { types: `${file}.d.ts`, default: `${file}.js` }]),
)
writeFileSync(join(dist, 'package.json'), `${JSON.stringify({ ...about, exports }, null, 2)}\n`)
for (const [from, to] of [
  ['../LICENSE', 'LICENSE'],
  ['README.md', 'README.md'],
] as const) {
  copyFileSync(join(sdk, from), join(dist, to))
}
