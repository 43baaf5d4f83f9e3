/** Small wrongs, one at a time, in a source file: over the syntax tree, so that types, imports and comments are left alone. */
import { relative } from 'node:path'
import {
  type Expression,
  isArrayLiteralExpression,
  isBinaryExpression,
  isCallExpression,
  isConditionalExpression,
  isExpressionStatement,
  isFunctionDeclaration,
  isIdentifier,
  isIfStatement,
  isImportDeclaration,
  isNumericLiteral,
  isPrefixUnaryExpression,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isRegularExpressionLiteral,
  isReturnStatement,
  isStringLiteral,
  isTypeNode,
  isVariableDeclaration,
  type Node,
  type SourceFile,
  SyntaxKind,
} from 'typescript/unstable/ast'
import { API } from 'typescript/unstable/sync'

export interface Mutant {
  /** Stays the same while the code around it changes: `judge.ts unsettled: a >= b → a > b`. */
  name: string
  line: number
  /** An element of a list was taken out: a row of a table, an explanation. */
  isRemoval: boolean
  /** The whole file, changed. */
  source: string
}

interface Change {
  node: Node
  text: string
  /** An element of a list that is taken out. */
  removed?: string
}

/** All of some files of the project; no two have one name. */
export function mutantsOf(paths: readonly string[], root: string): Mutant[] {
  const api = new API({ cwd: root })
  try {
    const snapshot = api.updateSnapshot({ openProjects: [`${root}/tsconfig.json`] })
    const program = snapshot.getProjects()[0]?.program
    return paths.flatMap((path) => {
      const file = program?.getSourceFile(path)
      if (!file) throw new Error(`${path} is not part of the project.`)
      return mutantsIn(file, relative(root, path))
    })
  } finally {
    api.close()
  }
}

function mutantsIn(file: SourceFile, path: string): Mutant[] {
  const times = new Map<string, number>()
  return changesOf(file, file).map(({ node, text, removed }) => {
    const [start, end] = [node.getStart(file), node.getEnd()]
    const change = `${short(file.text.slice(start, end))} → ${short(text)}`
    const what = removed === undefined ? change : `without ${short(removed)}`
    const name = `${path} ${placeOf(node)}: ${what}`
    const time = (times.get(name) ?? 0) + 1
    times.set(name, time)
    return {
      name: time > 1 ? `${name} (${time})` : name,
      line: file.text.slice(0, start).split('\n').length,
      isRemoval: removed !== undefined,
      source: file.text.slice(0, start) + text + file.text.slice(end),
    }
  })
}

function short(text: string) {
  return text.replace(/\s+/g, ' ')
}

/** The function or constant in which it stands. */
function placeOf(node: Node): string {
  const names: string[] = []
  for (let at: Node | undefined = node; at; at = at.parent) {
    if (isFunctionDeclaration(at) || isVariableDeclaration(at) || isPropertyAssignment(at)) {
      if (at.name && isIdentifier(at.name)) names.unshift(at.name.text)
    }
  }
  return names.join('.') || 'module'
}

function changesOf(node: Node, file: SourceFile): Change[] {
  if (isTypeNode(node) || isImportDeclaration(node)) return []
  const changes = OPERATORS.flatMap((operator) => operator(node, (one) => one.getText(file)))
  node.forEachChild((child) => void changes.push(...changesOf(child, file)))
  return changes.filter(({ node: one, text }) => one.getText(file) !== text)
}

type Operator = (node: Node, textOf: (node: Node) => string) => Change[]

const OTHER_OPERATORS: Partial<Record<SyntaxKind, readonly string[]>> = {
  [SyntaxKind.LessThanToken]: ['<=', '>='],
  [SyntaxKind.LessThanEqualsToken]: ['<', '>'],
  [SyntaxKind.GreaterThanToken]: ['>=', '<='],
  [SyntaxKind.GreaterThanEqualsToken]: ['>', '<'],
  [SyntaxKind.EqualsEqualsEqualsToken]: ['!=='],
  [SyntaxKind.ExclamationEqualsEqualsToken]: ['==='],
  [SyntaxKind.AmpersandAmpersandToken]: ['||'],
  [SyntaxKind.BarBarToken]: ['&&'],
  [SyntaxKind.PlusToken]: ['-'],
  [SyntaxKind.MinusToken]: ['+'],
  [SyntaxKind.AsteriskToken]: ['/'],
  [SyntaxKind.SlashToken]: ['*'],
  [SyntaxKind.AmpersandToken]: ['|'],
  [SyntaxKind.BarToken]: ['&'],
  [SyntaxKind.LessThanLessThanToken]: ['>>'],
}

const OTHER_METHODS = new Map([
  ['some', 'every'],
  ['every', 'some'],
  ['find', 'findLast'],
  ['findLast', 'find'],
  ['max', 'min'],
  ['min', 'max'],
  ['startsWith', 'endsWith'],
  ['endsWith', 'startsWith'],
])

/** Called without these, a value stays as it was. */
const IDLE = [
  'filter',
  'trim',
  'toLowerCase',
  'normalize',
  'replace',
  'replaceAll',
  'slice',
  'toSorted',
  'toReversed',
]

const OPERATORS: readonly Operator[] = [
  // Boundaries, equality, logic and arithmetic.
  (node) =>
    isBinaryExpression(node)
      ? (OTHER_OPERATORS[node.operatorToken.kind] ?? []).map((text) => ({
          node: node.operatorToken,
          text,
        }))
      : [],
  (node, textOf) =>
    isBinaryExpression(node) && isEither(node.operatorToken.kind)
      ? [node.left, node.right].map((side) => ({ node, text: textOf(side) }))
      : [],
  (node, textOf) => (isPrefixUnaryExpression(node) ? [{ node, text: textOf(node.operand) }] : []),
  // Guards taken out, or always closed; one arm of a choice.
  (node) => (isIfStatement(node) ? truths(node.expression) : []),
  (node, textOf) =>
    isConditionalExpression(node)
      ? [node.whenTrue, node.whenFalse].map((arm) => ({ node, text: `(${textOf(arm)})` }))
      : [],
  (node) =>
    isReturnStatement(node) && node.expression
      ? [{ node: node.expression, text: 'undefined' }]
      : [],
  (node) => (isExpressionStatement(node) ? [{ node, text: ';' }] : []),
  // Constants.
  (node) => (isNumericLiteral(node) ? [{ node, text: String(Number(node.text) + 1) }] : []),
  (node) => (isStringLiteral(node) ? [{ node, text: node.text === '' ? "'mutant'" : "''" }] : []),
  (node) => {
    if (node.kind === SyntaxKind.TrueKeyword) return [{ node, text: 'false' }]
    return node.kind === SyntaxKind.FalseKeyword ? [{ node, text: 'true' }] : []
  },
  (node) => (isRegularExpressionLiteral(node) ? [{ node, text: '/(?!)/g' }] : []),
  // Rows of tables, elements of lists.
  (node, textOf) =>
    isArrayLiteralExpression(node)
      ? node.elements.map((element) => {
          const rest = node.elements.filter((one) => one !== element).map(textOf)
          return { node, text: `[${rest.join(', ')}]`, removed: textOf(element) }
        })
      : [],
  // Methods.
  (node) => {
    if (!isCallExpression(node) || !isPropertyAccessExpression(node.expression)) return []
    const { name } = node.expression
    const text = OTHER_METHODS.get(name.text)
    return text === undefined ? [] : [{ node: name, text }]
  },
  (node, textOf) => {
    if (!isCallExpression(node) || !isPropertyAccessExpression(node.expression)) return []
    const { name, expression } = node.expression
    return IDLE.includes(name.text) ? [{ node, text: textOf(expression) }] : []
  },
]

function isEither(kind: SyntaxKind) {
  const logical = [
    SyntaxKind.AmpersandAmpersandToken,
    SyntaxKind.BarBarToken,
    SyntaxKind.QuestionQuestionToken,
  ]
  return logical.includes(kind)
}

function truths(node: Expression): Change[] {
  return ['true', 'false'].map((text) => ({ node, text }))
}
