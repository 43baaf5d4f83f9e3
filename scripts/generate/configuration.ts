/** docs/configuration.md: every variable that the service reads. */
import { Settings } from '#config/config.ts'
import { manifests } from '#platforms/catalog.ts'
import type { Manifest } from '#platforms/platform.ts'
import { code, notice, page, table } from './markdown.ts'
import { fieldsOf } from './schema.ts'

export function configurationPage() {
  return page(
    notice,
    '# Configuration',
    'Settings are environment variables. `.env` in the folder of the project is read when it is there; the environment wins over it. An empty value means: not set. A wrong value stops the start with a sentence that names it.',
    table(['Variable', 'Values', 'Default', 'Meaning'], settings()),
    '## Platforms',
    'A platform can be connected for real once its client id is set, or at once where the client id is optional; the sandbox needs none of these. The address to register with the platform is `<BASE_URL>/connect/<platform>/callback`; `crier platforms --json` prints it. The addresses of a platform are there for stand-ins and proxies, and are taken as they are: private ones and plain HTTP included.',
    Object.values(manifests).flatMap(platform),
  )
}

function settings() {
  const fields = fieldsOf(Settings, 'output', new Map())
  return fields.map(({ name, type, text, default: value }) => [
    code(name),
    type === 'any' ? 'on or off' : type,
    shown(value),
    text,
  ])
}

function shown(value: unknown) {
  return typeof value === 'string' || typeof value === 'number' ? code(String(value)) : 'not set'
}

function platform({ id, name, hosts, client, needs, more_scopes, api_version }: Manifest) {
  const prefix = id.toUpperCase()
  const rows = [
    [
      code(`${prefix}_CLIENT_ID`),
      'not set',
      client === 'required'
        ? `Client id of the app registered with ${name}; with it, real accounts can be connected.`
        : `Client id of the app registered with ${name}; without one, people sign in with an app password.`,
    ],
    [code(`${prefix}_CLIENT_SECRET`), 'not set', 'Its secret, if it has one.'],
    ...Object.entries(hosts).map(([host, url]) => [
      code(`${prefix}_${host.toUpperCase()}_URL`),
      code(url),
      `Where ${code(host)} of ${name} is.`,
    ]),
    ...(more_scopes
      ? [
          [
            code(`${prefix}_SCOPES`),
            'not set',
            `What the app may ask for, separated by spaces, when it was granted more or else than usual: ${more_scopes.map(code).join(', ')}.`,
          ],
        ]
      : []),
    ...(api_version
      ? [
          [
            code(`${prefix}_API_VERSION`),
            code(api_version.value),
            `Version of the API of ${name}. The default is expected to end on ${api_version.ends}.`,
          ],
        ]
      : []),
  ]
  return [
    `### ${name}`,
    `Needs ${needs.join('; ')}.`,
    table(['Variable', 'Default', 'Meaning'], rows),
  ]
}
