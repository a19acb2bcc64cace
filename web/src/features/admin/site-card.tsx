import { ArrowDown, ArrowUp } from 'lucide-react'
import { useState } from 'react'
import {
  getManagedSite,
  orderTestimonials,
  saveTestimonial,
  setMaintenance,
} from '../../../../contract/admin/site-admin-calls.ts'
import type { ManagedSite, ManagedTestimonial } from '../../../../contract/admin/site-admin-calls.ts'
import { listAdminActions } from '../../../../contract/admin/manage-calls.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { call } from '../../lib/calls/call.ts'
import { formatDateTime } from '../../lib/format.ts'
import { useAction } from '../../lib/calls/use-action.ts'
import { useCall } from '../../lib/calls/use-call.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { List, Loadable } from '../../ui/loadable.tsx'
import { EmptyNote } from '../../ui/notes.tsx'
import { Picture } from '../../ui/picture.tsx'
import { BlockSkeletons } from '../../ui/skeleton.tsx'
import { ReasonForm } from './reason-form.tsx'
import { refetchList } from './refetch-list.ts'
import { TestimonialForm } from './testimonial-form.tsx'

/** What belongs to the whole site: maintenance, and the landing page's testimonials. */
export function SiteCard() {
  const found = useCall(getManagedSite)
  const onChanged = (site: ManagedSite) => {
    found.setData(() => site)
    refetchList(listAdminActions)
  }
  return (
    <Card id="site" title={m.admin_site()}>
      <Loadable loaded={found} failedText={m.admin_site_failed()} skeleton={<BlockSkeletons count={1} />}>
        {(site) => (
          <>
            <Maintenance site={site} onChanged={onChanged} />
            <Testimonials site={site} onChanged={onChanged} />
          </>
        )}
      </Loadable>
    </Card>
  )
}

interface PartProps {
  site: ManagedSite
  onChanged: (site: ManagedSite) => void
}

function Maintenance({ site: { maintenanceSince: since }, onChanged }: PartProps) {
  const [isAsking, setIsAsking] = useState(false)
  const isOn = since !== null
  const label = isOn ? m.admin_maintenance_end() : m.admin_maintenance_start()
  return (
    <section>
      <p className="font-semibold">
        {isOn ? m.admin_maintenance_on({ time: formatDateTime(since) }) : m.admin_maintenance_off()}
      </p>
      <p className="mb-3 text-sm text-muted">{m.admin_maintenance_hint()}</p>
      {isAsking ? (
        <ReasonForm
          submit={label}
          onCancel={() => setIsAsking(false)}
          onReason={async (values) => {
            const body = { isOn: !isOn, ...values }
            onChanged(await call(setMaintenance, { body }, { errorsTo: 'caller' }))
            setIsAsking(false)
          }}
        />
      ) : (
        <Button size="small" onClick={() => setIsAsking(true)}>
          {label}
        </Button>
      )}
    </section>
  )
}

function Testimonials({ site: { testimonials }, onChanged }: PartProps) {
  const [isAdding, setIsAdding] = useState(false)
  const uids = testimonials.map(({ uid }) => uid)
  const move = async (place: number) => {
    const order = uids.with(place, uids[place - 1]!).with(place - 1, uids[place]!)
    onChanged(await call(orderTestimonials, { body: { uids: order } }))
  }
  return (
    <section className="mt-6 border-t border-line pt-4">
      <h3 className="text-base">{m.admin_testimonials()}</h3>
      <p className="mb-3 text-sm text-muted">{m.admin_testimonials_hint()}</p>
      <List items={testimonials} empty={<EmptyNote text={m.admin_testimonials_empty()} />}>
        {(testimonial) => (
          <Row
            key={testimonial.uid}
            testimonial={testimonial}
            place={uids.indexOf(testimonial.uid)}
            count={uids.length}
            onMove={move}
            onChanged={onChanged}
          />
        )}
      </List>
      {isAdding ? (
        <TestimonialForm
          submit={m.admin_testimonial_add()}
          onCancel={() => setIsAdding(false)}
          onSaved={(site) => {
            setIsAdding(false)
            onChanged(site)
          }}
        />
      ) : (
        <Button size="small" className="mt-3" onClick={() => setIsAdding(true)}>
          {m.admin_testimonial_add()}
        </Button>
      )}
    </section>
  )
}

interface RowProps {
  testimonial: ManagedTestimonial
  /** From 0 on. */
  place: number
  count: number
  /** Exchanges the testimonial at a place with the one before it. */
  onMove: (place: number) => Promise<void>
  onChanged: (site: ManagedSite) => void
}

function Row({ testimonial, place, count, onMove, onChanged }: RowProps) {
  const [isEditing, setIsEditing] = useState(false)
  const { isBusy, run } = useAction()
  const { imageUrl, profileUrl, isHidden } = testimonial
  const number = place + 1
  if (isEditing)
    return (
      <li className="py-3">
        <TestimonialForm
          testimonial={testimonial}
          submit={m.admin_testimonial_save()}
          onCancel={() => setIsEditing(false)}
          onSaved={(site) => {
            setIsEditing(false)
            onChanged(site)
          }}
        />
      </li>
    )
  const toggle = async () => {
    onChanged(await call(saveTestimonial, { body: { ...testimonial, isHidden: !isHidden } }))
  }
  return (
    <li className="flex flex-wrap items-center gap-3 py-3 wrap-anywhere">
      <Picture
        src={imageUrl}
        className="size-12 rounded-full bg-sunken object-cover"
        fallback={<span className="size-12 rounded-full bg-sunken" />}
      />
      <div className="min-w-0 grow basis-40">
        <p className="font-semibold">
          <span>{m.admin_testimonial_number({ place: number })}</span>
          {isHidden && <span className="font-normal text-muted"> · {m.admin_testimonial_hidden()}</span>}
        </p>
        <p className="text-sm text-muted">{profileUrl ?? m.admin_testimonial_no_profile()}</p>
      </div>
      <div className="flex items-center gap-1">
        <Button size="small" onClick={() => setIsEditing(true)}>
          {m.admin_testimonial_edit()}
        </Button>
        <Button size="small" isBusy={isBusy} onClick={() => void run(toggle)}>
          {isHidden ? m.admin_testimonial_show() : m.admin_testimonial_hide()}
        </Button>
        <MoveButtons
          place={place}
          count={count}
          isBusy={isBusy}
          onMove={(to) => void run(() => onMove(to))}
        />
      </div>
    </li>
  )
}

interface MoveButtonsProps extends Pick<RowProps, 'place' | 'count'> {
  isBusy: boolean
  onMove: (place: number) => void
}

function MoveButtons({ place, count, isBusy, onMove }: MoveButtonsProps) {
  const number = place + 1
  return (
    <>
      <IconButton
        label={m.admin_testimonial_up({ place: number })}
        disabled={place === 0 || isBusy}
        onClick={() => onMove(place)}
      >
        <ArrowUp aria-hidden className="size-5" />
      </IconButton>
      <IconButton
        label={m.admin_testimonial_down({ place: number })}
        disabled={number === count || isBusy}
        onClick={() => onMove(place + 1)}
      >
        <ArrowDown aria-hidden className="size-5" />
      </IconButton>
    </>
  )
}
