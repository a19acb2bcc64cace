/** Checks the site as a visitor reaches it: DNS, TLS and an answer of ours. */
import { lookup } from 'node:dns/promises'
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { TLSSocket } from 'node:tls'
import type { Config } from '../config/config.ts'
import { fault, ok, reasonOf, warning } from '../finding.ts'
import type { Check, Finding } from '../finding.ts'

/** Returns the check of the public address. */
export function checkSite({ publicUrl }: Config): Check[] {
  return [{ subject: 'site', run: () => checkAddress(publicUrl) }]
}

async function checkAddress(publicUrl: string): Promise<Finding[]> {
  const { hostname } = new URL(publicUrl)
  try {
    await lookup(hostname.replace(/^\[|\]$/g, ''))
  } catch (error) {
    const reason = reasonOf(error)
    return [
      fault(`PUBLIC_URL names the host ${hostname}, which DNS does not know (${reason}): add it there.`),
    ]
  }
  try {
    return judgeAnswer(await getHealth(`${publicUrl}/api/v1/account/health`))
  } catch (error) {
    return [fault(describeRefusal(reasonOf(error)))]
  }
}

interface Answer {
  status: number
  isOurs: boolean
  certificate: Certificate | undefined
}

interface Certificate {
  validFrom: Date
  validTo: Date
}

const timeoutMs = 10_000
/**
 * Proxies renew in the last third of a certificate's life, which is 90 days, six, or twelve hours of one by Caddy's own CA
 * (https://caddyserver.com/docs/automatic-https): in its last sixth they have failed for a while.
 */
const latePart = 1 / 6

/** Returns whether a certificate should have been renewed by now. */
export function isLate({ validFrom, validTo }: Certificate, now: Date): boolean {
  return validTo.getTime() - now.getTime() < (validTo.getTime() - validFrom.getTime()) * latePart
}

/** Requests the health check as a browser does, without following a redirect. */
async function getHealth(url: string): Promise<Answer> {
  const send = url.startsWith('https:') ? httpsRequest : httpRequest
  return new Promise((resolve, reject) => {
    const request = send(url, { timeout: timeoutMs, agent: false }, (response) => {
      const { socket, statusCode: status = 0, headers } = response
      const peer = socket instanceof TLSSocket ? socket.getPeerCertificate() : undefined
      const certificate = peer && { validFrom: new Date(peer.valid_from), validTo: new Date(peer.valid_to) }
      response.resume()
      resolve({ status, isOurs: headers['x-request-id'] !== undefined, certificate })
    })
    request.on('timeout', () => request.destroy(Object.assign(new Error(), { code: 'ETIMEDOUT' })))
    request.on('error', reject)
    request.end()
  })
}

function judgeAnswer({ status, isOurs, certificate }: Answer): Finding[] {
  if (!isOurs)
    return [
      fault(`PUBLIC_URL is answered by something else (status ${status}): point DNS or the proxy here.`),
    ]
  if (status !== 200) return [fault(`The site answers with the status ${status}: look at the servers’ log.`)]
  if (certificate && isLate(certificate, new Date()))
    return [
      warning(
        `The certificate ends at ${certificate.validTo.toISOString()}: find out why it is not renewed.`,
      ),
    ]
  return [ok('The site answers at PUBLIC_URL.')]
}

function describeRefusal(reason: string): string {
  if (/CERT|SIGNED|VERIFY_LEAF|ISSUER|ALTNAME/.test(reason))
    return `Browsers refuse the certificate of PUBLIC_URL (${reason}): have the proxy fetch one for this name.`
  return `Nobody answers at PUBLIC_URL (${reason}): start the servers and the proxy, and open its port.`
}
