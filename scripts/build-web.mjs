// Builds the dashboard into web/dist when that is missing or older than its sources. Runs before every `npm start` and
// `npm test`: looking whether there is something to do takes a few milliseconds, building about two seconds.
import { createHash } from 'node:crypto'
import { globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const place = join(root, 'web', 'dist')
const aside = join(root, 'web', `.building-${process.pid}`)

const wanted = digest()
if (builtFrom() !== wanted) {
  try {
    await build()
  } catch (error) {
    // The service does without; its pages say how to build.
    process.stderr.write(`The dashboard could not be built: ${error.message}\n`)
  } finally {
    rmSync(aside, { recursive: true, force: true })
  }
}

async function build() {
  process.stderr.write('Building the dashboard ...')
  const began = performance.now()
  const vite = await import('vite')
  await vite.build({
    root: join(root, 'web'),
    logLevel: 'error',
    build: { outDir: aside, emptyOutDir: true },
  })
  await buildView(vite)
  compress()
  writeFileSync(join(aside, 'built-from'), wanted)
  // Whole or not at all, also for another process that does the same.
  rmSync(place, { recursive: true, force: true })
  mkdirSync(dirname(place), { recursive: true })
  renameSync(aside, place)
  process.stderr.write(` done in ${((performance.now() - began) / 1000).toFixed(1)} s\n`)
}

/** What MCP clients show beside a post: they take one file, and load nothing else. */
async function buildView(vite) {
  const [{ default: react }, { default: tailwindcss }] = await Promise.all([
    import('@vitejs/plugin-react'),
    import('@tailwindcss/vite'),
  ])
  const { output } = await vite.build({
    root: join(root, 'web'),
    configFile: false,
    logLevel: 'error',
    plugins: [react(), tailwindcss()],
    build: {
      write: false,
      target: 'es2022',
      cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
      modulePreload: false,
      cssCodeSplit: false,
      assetsInlineLimit: Infinity,
      rolldownOptions: {
        input: join(root, 'web', 'view.html'),
        output: { codeSplitting: false },
      },
    },
  })
  const textOf = (end) => {
    const found = output.filter(({ fileName }) => fileName.endsWith(end))
    if (found.length !== 1) throw new Error(`${found.length} files *${end} for the view`)
    return String(found[0].code ?? found[0].source)
  }
  const page = textOf('.html')
    .replace(/\s*<script[^>]*><\/script>/g, '')
    .replace(/\s*<link[^>]*rel="stylesheet"[^>]*>/g, '')
  const style = `<style>${textOf('.css').replaceAll('</style', '<\\/style')}</style>`
  const script = `<script type="module">${textOf('.js').replaceAll('</script', '<\\/script')}</script>`
  writeFileSync(
    join(aside, 'view.html'),
    page
      .replace('</head>', () => `${style}\n  </head>`)
      .replace('</body>', () => `${script}\n  </body>`),
  )
}

/** Once here instead of at every request. */
function compress() {
  for (const file of globSync('assets/*.{js,css,svg}', { cwd: aside })) {
    const bytes = readFileSync(join(aside, file))
    const params = { [constants.BROTLI_PARAM_QUALITY]: 9 }
    writeFileSync(join(aside, `${file}.br`), brotliCompressSync(bytes, { params }))
    writeFileSync(join(aside, `${file}.gz`), gzipSync(bytes, { level: 9 }))
  }
}

/** Of everything that goes into it. */
function digest() {
  const files = globSync(
    ['web/src/**/*.*', 'web/public/*.*', 'web/*.*', 'sdk/*.ts', 'package-lock.json'],
    {
      cwd: root,
    },
  )
  const hash = createHash('sha256')
  for (const file of files.sort()) hash.update(`${file}\n`).update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

function builtFrom() {
  try {
    return readFileSync(join(place, 'built-from'), 'utf8')
  } catch {
    return undefined
  }
}
