/** Every mail that Crier writes, in words. */
import { type Ending, type MailAbout, nameInMail } from '#rules/mail.ts'
import { labelOf } from '#rules/schedule.ts'
import { letter, type Section } from './letter.ts'

/** The person chose the name, but the mailbox may be somebody else's. */
function hello(name: string) {
  const known = nameInMail(name)
  return known === undefined ? 'Hello,' : `Hello ${known},`
}

const ignore = 'If this was not you, there is nothing to do: without the link nothing happens.'

export const letters = {
  reset: ({ name, url }: { name: string; url: string }) =>
    letter({
      subject: 'Choose a new password',
      lines: [
        hello(name),
        'somebody, hopefully you, asked for a new password for your account at Crier. The link is good for one hour, and once.',
      ],
      action: { label: 'Choose a new password', url },
      note: ignore,
    }),

  email: ({ name, url }: { name: string; url: string }) =>
    letter({
      subject: 'Confirm your address',
      lines: [hello(name), 'confirm that this is your address. The link is good for a day.'],
      action: { label: 'Confirm this address', url },
      note: ignore,
    }),

  sign_up: ({ name, url }: { name: string; url: string }) =>
    letter({
      subject: 'Finish signing up',
      lines: [
        hello(name),
        'confirm your address, and your account at Crier is ready. The link is good for a day.',
      ],
      action: { label: 'Confirm and finish', url },
      note: ignore,
    }),

  /** Instead of `sign_up`, for an address that has an account. */
  known: ({ name, url }: { name: string; url: string }) =>
    letter({
      subject: 'You have an account already',
      lines: [
        hello(name),
        'somebody, hopefully you, wanted to sign up at Crier with this address. It has an account: sign in, or ask for a new password there.',
      ],
      action: { label: 'Sign in', url },
      note: 'If this was not you, there is nothing to do: nobody got in.',
    }),

  invitation({ workspace, role, url }: { workspace: string; role: string; url: string }) {
    const name = nameInMail(workspace)
    const where = name === undefined ? 'a workspace' : `the workspace “${name}”`
    return letter({
      subject: `Join ${name ?? 'a workspace'} on Crier`,
      lines: [
        `You are invited to ${where} as ${role === 'viewer' ? 'a' : 'an'} ${role}. The invitation is good for a week.`,
      ],
      action: { label: 'Look at the invitation', url },
      note: 'If you do not know this workspace, leave it be: nothing happens without you.',
    })
  },

  email_changed: ({ new_email }: { new_email: string }) =>
    letter({
      subject: 'Your address was changed',
      lines: [`From now on your account at Crier has the address ${new_email}.`],
      note: 'If this was not you, tell whoever runs this instance at once.',
    }),

  sign_in_linked: ({ provider }: { provider: string }) =>
    letter({
      subject: 'A way to sign in was added',
      lines: [
        `Your account at ${nameInMail(provider) ?? 'the provider of this instance'} signs in to your account at Crier from now on.`,
      ],
      note: 'If this was not you, tell whoever runs this instance at once.',
    }),

  second_factor({ what, left = 0 }: NonNullable<MailAbout['second_factor']>) {
    const said = {
      on: {
        subject: 'A second factor was set up',
        line: 'Signing in to your account at Crier by your password takes a code of your app from now on. Its other sessions ended.',
      },
      off: {
        subject: 'Your second factor was taken away',
        line: 'Your password alone signs in to your account at Crier from now on. Its other sessions ended.',
      },
      reset: {
        subject: 'Your second factor was reset',
        line: 'Whoever runs this instance took away the second factor of your account at Crier, and every session of it ended. Sign in with your password, and set a new one up.',
      },
      code_used: {
        subject: 'A recovery code was used',
        line: `A recovery code of your account at Crier was used; ${left} are left.`,
      },
      codes_renewed: {
        subject: 'You have new recovery codes',
        line: 'Your account at Crier has ten new recovery codes. Those from before are worth nothing any more.',
      },
    }
    const { subject, line } = said[what]
    return letter({
      subject,
      lines: [line],
      note: 'If this was not you, change your password at once, and tell whoever runs this instance.',
    })
  },

  passkey({ what, name = '' }: NonNullable<MailAbout['passkey']>) {
    const known = nameInMail(name)
    const named = known ? ` “${known}”` : ''
    const said = {
      added: {
        subject: 'A passkey was added',
        line: `The passkey${named} signs in to your account at Crier from now on, without the password.`,
      },
      removed: {
        subject: 'A passkey was removed',
        line: `The passkey${named} does not sign in to your account at Crier any more. Its other sessions ended.`,
      },
      reset: {
        subject: 'Your passkeys were removed',
        line: 'Whoever runs this instance removed every passkey of your account at Crier, and every session of it ended.',
      },
      copied: {
        subject: 'A passkey may have been copied',
        line: `The passkey${named} of your account at Crier was used in a way that only a copy of it would be, and nobody was let in. Remove it, and add a new one.`,
      },
    }
    const { subject, line } = said[what]
    return letter({
      subject,
      lines: [line],
      note: 'If this was not you, change your password at once, and tell whoever runs this instance.',
    })
  },

  deletion({
    what,
    workspace,
    by,
    erase_at,
    zone,
    base_url,
    ...stock
  }: Ending & { base_url: string }) {
    const known = nameInMail(workspace)
    const name = known === undefined ? 'a workspace of yours' : `the workspace “${known}”`
    const who = by === undefined ? 'Whoever runs this instance' : (nameInMail(by) ?? 'An owner')
    const day = labelOf(new Date(erase_at ?? 0), zone)
    const stays = [
      ...(stock.out
        ? [`${posts(stock.out)} published: what is out stays out, on the platforms.`]
        : []),
      ...(stock.unknown
        ? [
            `Of ${posts(stock.unknown, '')} nobody knows whether they are out: look on the platforms.`,
          ]
        : []),
    ]
    if (what === 'taken_back') {
      return letter({
        subject: `${known ?? 'A workspace'} is not deleted`,
        lines: [
          `${who} took back that ${name} is deleted. Publishing stays paused until somebody resumes it; keys, apps, webhooks and calendars stay ended.`,
        ],
        action: { label: 'Open the workspace', url: base_url },
        note: 'You get this mail because you own the workspace.',
      })
    }
    if (what === 'erased') {
      return letter({
        subject: `${known ?? 'A workspace'} is deleted`,
        lines: [
          `Everything of ${name} is erased: posts, files, accounts, members.`,
          ...stays,
          ...(stock.not_out ? [`${posts(stock.not_out)} on schedule and did not go out.`] : []),
        ],
        note: 'You get this mail because you owned the workspace. There is nothing to do.',
      })
    }
    return letter({
      subject: `${known ?? 'A workspace'} will be deleted`,
      lines: [
        `${who} asked to delete ${name}. Everything of it is erased after ${day}; until then an owner can take it back.`,
        'Nothing is published any more. Keys, connected apps, invitations, webhooks and calendar addresses ended.',
        ...(stock.not_out ? [`${posts(stock.not_out)} on schedule and will not go out.`] : []),
        ...(stock.under_way
          ? [`${posts(stock.under_way)} on the way at that moment, and went on to an end.`]
          : []),
        ...stays,
      ],
      action: { label: 'Look at it, or take it back', url: `${base_url}/settings` },
      note: 'You get this mail because you own the workspace.',
    })
  },

  farewell: () =>
    letter({
      subject: 'Your account is deleted',
      lines: [
        'Your account at Crier is deleted, with everything by which you signed in. What you wrote in workspaces of others stays there, without your name.',
      ],
      note: 'If this was not you, tell whoever runs this instance at once.',
    }),

  /** One thing is its own subject; more are counted. `stop` ends all of them with one click. */
  notices({ sections, stop }: { sections: readonly Section[]; stop: string }) {
    const [first] = sections
    const subject =
      sections.length === 1 && first ? first.title : `${sections.length} things at Crier need you`
    const stops = sections.map(({ stop: { label, url } }) => `${label}: ${url}`)
    return {
      ...letter({
        subject,
        lines: [],
        parts: sections.map(({ title, lines, links }) => ({
          title: sections.length === 1 ? '' : title,
          lines,
          links,
        })),
        note: [...new Set(stops)].join('\n'),
      }),
      headers: {
        'List-Unsubscribe': `<${stop}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
    }
  },

  password_changed: ({
    kept = [],
    ended = [],
    passkeys = [],
  }: {
    kept?: readonly string[] | undefined
    ended?: readonly string[] | undefined
    passkeys?: readonly string[] | undefined
  }) =>
    letter({
      subject: 'Your password was changed',
      lines: [
        'The password of your account at Crier was changed, and its other sessions ended.',
        ...(kept.length
          ? [
              `Apps that you let in still have access: ${kept.join(', ')}. Remove at “Connected apps” what you do not know.`,
            ]
          : []),
        ...(ended.length
          ? [
              `Apps that you had let in have no access any more: ${ended.join(', ')}. Connect again those that you use.`,
            ]
          : []),
        ...(passkeys.length
          ? [
              `Passkeys go on signing in: ${passkeys.map((name) => nameInMail(name) ?? 'one with a name that is not told here').join(', ')}. Remove in the settings what you do not know.`,
            ]
          : []),
      ],
      note: 'If this was not you, ask for a new password at once, by “forgot password”.',
    }),
}

function posts(count: number, verb: 'were' | '' = 'were') {
  const said = count === 1 ? 'one post' : `${count} posts`
  if (verb === '') return said
  const begun = count === 1 ? 'One post' : `${count} posts`
  return `${begun} ${count === 1 ? 'was' : 'were'}`
}
