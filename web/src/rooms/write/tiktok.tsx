/**
 * TikTok's own rules for whoever posts there: who can see it is chosen each time, comments and the like are off until they
 * are allowed, advertising is disclosed, and its music terms stand above the button (docs/facts/tiktok.md).
 */
import type { GetAccountChoicesAnswer } from '@crier/sdk'
import { useState } from 'react'
import type { Account } from '../../api/types.ts'
import { Check } from '../../ui/field.tsx'
import { Face } from '../../ui/face.tsx'
import { Switch } from '../../ui/switch.tsx'
import { words } from '../../words/write.ts'
import { language, ofService } from '../../words/language.ts'
import { allowing, optionLabels, switchedOff, valueLabel } from '../../words/options.ts'
import type { Problem } from '../../writing/patch.ts'
import type { Composition } from '../../writing/composition.ts'
import { concerns, OptionField, type Schema } from './option-field.tsx'

const levels = ['PUBLIC_TO_EVERYONE', 'MUTUAL_FOLLOW_FRIENDS', 'FOLLOWER_OF_CREATOR', 'SELF_ONLY']
const allowed = ['disable_comment', 'disable_duet', 'disable_stitch'] as const
const own = new Set<string>([
  'privacy_level',
  'brand_content_toggle',
  'brand_organic_toggle',
  ...allowed,
])

export function TikTok({
  accounts,
  schemas,
  values,
  choices,
  set,
  problems,
  files,
}: {
  accounts: readonly Account[]
  schemas: Readonly<Record<string, unknown>>
  values: Readonly<Record<string, unknown>>
  choices: GetAccountChoicesAnswer | undefined
  set: (name: string, value: unknown) => void
  problems: readonly Problem[]
  files: Composition['files']
}) {
  const branded = values['brand_content_toggle'] === true
  const organic = values['brand_organic_toggle'] === true
  const [disclosing, setDisclosing] = useState(branded || organic)
  const level = values['privacy_level']
  const { switched_off: off = [], reason } = choices?.creator ?? {}
  const offered =
    choices?.options['privacy_level'] ?? levels.map((value) => ({ value, name: valueLabel(value) }))
  return (
    <>
      <ul className="grid gap-2">
        {accounts.map(({ id, name, username, avatar_url }) => (
          <li key={id} className="flex items-center gap-2.5 text-sm">
            <Face name={name} avatar_url={avatar_url} size="small" />
            <span>
              {words.write.tiktokAs} <strong>{name}</strong>{' '}
              <span className="text-muted">{username}</span>
            </span>
          </li>
        ))}
      </ul>
      {reason && (
        <p className="text-sm text-danger" lang={ofService.lang}>
          {reason}
        </p>
      )}
      <div className="grid gap-1.5" data-place="platform_options.tiktok.privacy_level">
        <label htmlFor="tiktok-level" className="text-sm font-medium">
          {optionLabels['tiktok.privacy_level']}
        </label>
        <select
          id="tiktok-level"
          className="control"
          value={typeof level === 'string' ? level : ''}
          aria-invalid={level === undefined || undefined}
          onChange={({ target }) => set('privacy_level', target.value || undefined)}
        >
          <option value="">{words.write.choose}</option>
          {offered.map(({ value, name }) => (
            <option key={value} value={value} disabled={branded && value === 'SELF_ONLY'}>
              {language === 'en' ? name : valueLabel(value)}
            </option>
          ))}
        </select>
        {problems.map(({ text, lang }) => (
          <p key={text} className="text-sm text-danger" lang={lang}>
            {text}
          </p>
        ))}
      </div>
      <fieldset className="grid gap-1">
        <legend className="text-sm font-medium">{words.write.tiktokAllow}</legend>
        {allowed
          .filter((name) => concerns((schemas[name] ?? {}) as Schema, files))
          .map((name) => (
            <Check
              key={name}
              label={allowing[name]}
              checked={values[name] === false && !off.includes(name)}
              disabled={off.includes(name)}
              hint={off.includes(name) && switchedOff}
              onChange={({ target }) => set(name, !target.checked)}
            />
          ))}
      </fieldset>
      <Switch
        label={words.write.tiktokDisclose}
        hint={words.write.tiktokDiscloseHint}
        checked={disclosing}
        onChecked={(on) => {
          setDisclosing(on)
          if (on) return
          set('brand_content_toggle', undefined)
          set('brand_organic_toggle', undefined)
        }}
      />
      {disclosing && (
        <fieldset className="grid gap-1 rounded-md border border-line p-3">
          <legend className="sr-only">{words.write.tiktokDisclose}</legend>
          <Check
            label={words.write.tiktokOwn}
            hint={words.write.tiktokOwnHint}
            checked={organic}
            onChange={({ target }) => set('brand_organic_toggle', target.checked || undefined)}
          />
          <Check
            label={words.write.tiktokPaid}
            hint={words.write.tiktokPaidHint}
            checked={branded}
            disabled={level === 'SELF_ONLY'}
            onChange={({ target }) => set('brand_content_toggle', target.checked || undefined)}
          />
          {!branded && !organic && <p className="text-sm text-danger">{words.write.tiktokWhich}</p>}
        </fieldset>
      )}
      {Object.entries(schemas)
        .filter(([name, schema]) => !own.has(name) && concerns(schema as Schema, files))
        .map(([name, schema]) => (
          <OptionField
            key={name}
            path={`tiktok.${name}`}
            schema={schema as Schema}
            value={values[name]}
            onValue={(value) => set(name, value)}
          />
        ))}
      <p className="text-sm text-muted">
        {branded ? words.write.tiktokMusicPaid : words.write.tiktokMusic}
      </p>
    </>
  )
}
