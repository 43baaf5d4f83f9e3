/** What the clients of the day send when they introduce themselves; see docs/oauth.md. */
export interface Introduction {
  name: string
  /** As it registers. */
  registers: Record<string, unknown>
  /** Where it really wants to be called back. */
  redirects: readonly string[]
}

const usual = { grant_types: ['authorization_code', 'refresh_token'], response_types: ['code'] }
const publicly = { ...usual, token_endpoint_auth_method: 'none' }

export const clients: readonly Introduction[] = [
  {
    name: 'Claude at claude.ai',
    registers: {
      ...usual,
      client_name: 'Claude',
      redirect_uris: ['https://claude.ai/api/mcp/auth_callback'],
      token_endpoint_auth_method: 'client_secret_post',
      scope: 'mcp:use',
    },
    redirects: ['https://claude.ai/api/mcp/auth_callback'],
  },
  {
    name: 'Claude at claude.com',
    registers: {
      ...publicly,
      client_name: 'Claude',
      redirect_uris: ['https://claude.com/api/mcp/auth_callback'],
      scope: 'openid profile mcp:use offline_access',
    },
    redirects: ['https://claude.com/api/mcp/auth_callback'],
  },
  {
    name: 'Claude Code on a port of its own',
    registers: {
      ...publicly,
      client_name: 'Claude Code (crier)',
      redirect_uris: ['http://localhost:51234/callback'],
    },
    redirects: ['http://localhost:51234/callback', 'http://localhost:60001/callback'],
  },
  {
    name: 'ChatGPT',
    registers: {
      ...publicly,
      client_name: 'ChatGPT',
      redirect_uris: ['https://chatgpt.com/connector/oauth/8Vd2xS1'],
    },
    redirects: ['https://chatgpt.com/connector/oauth/8Vd2xS1'],
  },
  {
    name: 'Cursor, with three at once',
    registers: {
      ...publicly,
      client_name: 'Cursor',
      redirect_uris: [
        'cursor://anysphere.cursor-mcp/oauth/callback',
        'https://www.cursor.com/agents/mcp/oauth/callback',
        'http://localhost:8787/callback',
      ],
    },
    redirects: [
      'cursor://anysphere.cursor-mcp/oauth/callback',
      'https://www.cursor.com/agents/mcp/oauth/callback',
      'http://localhost:8787/callback',
    ],
  },
  {
    name: 'VS Code, on loopback, vscode.dev and insiders',
    registers: {
      client_name: 'Visual Studio Code',
      client_uri: 'https://code.visualstudio.com',
      grant_types: [
        'authorization_code',
        'refresh_token',
        'urn:ietf:params:oauth:grant-type:device_code',
      ],
      response_types: ['code'],
      redirect_uris: [
        'https://insiders.vscode.dev/redirect',
        'https://vscode.dev/redirect',
        'http://127.0.0.1/',
        'http://127.0.0.1:33418/',
      ],
      scope: 'mcp:use openid profile',
      token_endpoint_auth_method: 'none',
      application_type: 'native',
    },
    redirects: [
      'https://insiders.vscode.dev/redirect',
      'https://vscode.dev/redirect',
      'http://127.0.0.1:33418/',
      'http://127.0.0.1:49871/',
    ],
  },
  {
    name: 'Codex',
    registers: {
      ...publicly,
      client_name: 'Codex',
      redirect_uris: ['http://127.0.0.1:45555/callback'],
    },
    redirects: ['http://127.0.0.1:45555/callback', 'http://127.0.0.1:1455/callback'],
  },
  {
    name: 'Inspector',
    registers: {
      ...publicly,
      client_name: 'MCP Inspector',
      client_uri: 'https://github.com/modelcontextprotocol/inspector',
      redirect_uris: ['http://localhost:6274/oauth/callback'],
    },
    redirects: ['http://localhost:6274/oauth/callback'],
  },
]
