/**
 * Every attribute that a span may have, with what it means: docs/traces.md is generated from it, and nothing else leaves. Names
 * without `crier.` are OpenTelemetry's.
 */
export const spanAttributes = {
  'http.request.method': 'method of HTTP, `_OTHER` for what nobody here answers',
  'http.route': 'template of the address, such as `/api/posts/:id`; absent where there is none',
  'http.response.status_code': 'status of the answer, ours or the other’s',
  'server.address':
    'host of a platform; hosts that somebody wrote (webhooks, links, files) are not told',
  'server.port': 'its port',
  'error.type':
    'how it failed: a code of [docs/codes.md](codes.md), a status, or a code of the network or of PostgreSQL',
  'mcp.method.name': 'always `tools/call`',
  'gen_ai.tool.name': 'the tool',
  'db.system.name': 'always `postgresql`',
  'db.operation.name': 'such as `select`; `trip` for statements that travelled together',
  'db.collection.name': 'the first table of the statement; its text and its values are not told',
  'crier.operation': 'name of the operation',
  'crier.request_id': 'the `x-request-id` of the answer',
  'crier.workspace_id': 'id of the workspace',
  'crier.post_id': 'id of the post',
  'crier.delivery_id': 'id of the delivery: one post at one account',
  'crier.platform': 'id of the platform, such as `x`',
  'crier.sandbox': '`true` for emulated platforms',
  'crier.attempt': 'which attempt of it this is, from 1',
  'crier.step': 'name of the step of the connector; at an attempt: where it stopped',
  'crier.outcome':
    'of an attempt as [metrics](metrics.md) call it: `published`, `failed`, `blocked`, `later`, `look`, `released`, `lost`, `broke_off`. Of a step: what follows from it. Of a webhook: `sent`, `later`, `given_up`',
  'crier.webhook_id': 'id of the webhook',
  'crier.chore': 'name of the recurring job',
} as const
export type SpanAttribute = keyof typeof spanAttributes
