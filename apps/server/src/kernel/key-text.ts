/** Keys in settings: as PEM text, in one line with \n or in several, as bare base64, or as the path of a file. */
import { createPrivateKey, createPublicKey, type KeyObject, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'

import { z } from 'zod'

const leastBits = 2048

type Kind = 'PRIVATE KEY' | 'PUBLIC KEY' | 'CERTIFICATE'

/** The PEM text of a key that was pasted; undefined when it is no such text. */
function pemIn(value: string, kind: Kind): string | undefined {
  if (value.includes('-----BEGIN')) return value.replaceAll('\\n', '\n')
  // Consoles of providers show keys without the lines around them.
  return /^[A-Za-z\d+/=\s]{200,}$/.test(value)
    ? `-----BEGIN ${kind}-----\n${value}\n-----END ${kind}-----\n`
    : undefined
}

/** The text of the file that a setting names, or why it cannot be read. Only for what the operator has written. */
function fileText(path: string): { pem: string } | { fault: string } {
  // A damaged key, which is no name.
  if (/-----|\n|\\n/.test(path)) return { pem: '' }
  try {
    return { pem: readFileSync(path, 'utf8') }
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    // Likewise, in one line.
    if (code === 'ENAMETOOLONG') return { pem: '' }
    // The name may be a key that was entered in a wrong form, so it is not shown.
    return {
      fault: code === 'ENOENT' ? 'there is no file of this name' : `the file cannot be read (${code})`,
    }
  }
}

/** Signing by a longer key would hold up everything else. */
const mostBits = 4096

function isRsa({ asymmetricKeyType: type, asymmetricKeyDetails: details }: KeyObject): boolean {
  const bits = details?.modulusLength ?? 0
  return type === 'rsa' && bits >= leastBits && bits <= mostBits
}

/** What `read` makes of the text; undefined where it throws, because its errors may quote the text. */
function tried<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

type Read<T> = { kind: Kind; read(pem: string): T | undefined }

/** Reads a key that a merchant has entered: as text, never from a file. */
const entered =
  <T>({ kind, read }: Read<T>) =>
  (value: string): T | undefined => {
    const pem = pemIn(value, kind)
    return pem === undefined ? undefined : tried(() => read(pem))
  }

function parsed<T>({ kind, read }: Read<T>, message: string) {
  return z.string().transform((value, { addIssue }) => {
    const text = pemIn(value, kind)
    const source = text === undefined ? fileText(value) : { pem: text }
    const found = 'pem' in source ? tried(() => read(source.pem)) : undefined
    if (found === undefined) addIssue('fault' in source ? `${message}; ${source.fault}` : message)
    return found ?? z.NEVER
  })
}

const rsaOnly = (key: KeyObject): KeyObject | undefined => (isRsa(key) ? key : undefined)

/** Bare base64 may be the older form of a private key. */
const asPkcs1 = (pem: string): string => pem.replaceAll(/(BEGIN|END) PRIVATE KEY/g, '$1 RSA PRIVATE KEY')

const aPrivateKey: Read<KeyObject> = {
  kind: 'PRIVATE KEY',
  read: (pem) => rsaOnly(tried(() => createPrivateKey(pem)) ?? createPrivateKey(asPkcs1(pem))),
}
const aPublicKey: Read<KeyObject> = {
  kind: 'PUBLIC KEY',
  // A private key contains the public one; the provider's is not ours to have.
  read: (pem) => (pem.includes('PRIVATE') ? undefined : rsaOnly(createPublicKey(pem))),
}
const someCertificates: Read<X509Certificate[]> = {
  kind: 'CERTIFICATE',
  read: (pem) => {
    const all = pem.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g) ?? []
    const found = all.map((text) => new X509Certificate(text))
    return found.length > 0 && found.every(({ publicKey: key }) => isRsa(key)) ? found : undefined
  },
}

/** Keys by serial number, in upper case hexadecimal digits. */
export const keysIn = (found: readonly X509Certificate[]): Map<string, KeyObject> =>
  new Map(found.map(({ serialNumber, publicKey: key }) => [serialNumber, key]))

export const enteredPrivateKey = entered(aPrivateKey)
export const enteredPublicKey = entered(aPublicKey)
export const enteredCertificates = entered(someCertificates)

const from = 'as PEM text or the path of a PEM file'
export const privateKey = parsed(aPrivateKey, `must be an RSA private key of at least 2048 bits, ${from}`)
export const publicKey = parsed(aPublicKey, `must be an RSA public key of at least 2048 bits, ${from}`)
export const certificates = parsed(
  someCertificates,
  `must be one or more X.509 certificates with RSA keys, ${from}`,
)

/** The certificates that have not expired. */
export const validAt = (found: readonly X509Certificate[], now: Date): X509Certificate[] =>
  found.filter(({ validTo }) => new Date(validTo) > now)
