-- Orders and subscriptions at the payment provider.

-- One requested payment. Credits are granted only in the transaction that changes the order from pending to paid. The grant is
-- unique by the order.
create table orders (
  workspace_id text not null,
  id text not null,
  kind text not null,
  -- Pack or plan.
  item_id text not null,
  interval text,
  -- Credits that the payment buys: once for a pack, each month for a plan.
  credits bigint not null,
  price_usd_cents bigint not null,
  price_book text not null,
  provider text not null,
  -- The order's id at the provider. Other ids are in payment_refs.
  external_id text,
  status text not null,
  url text,
  error text,
  -- For a plan: the subscription, the number of months that the payment covers, and the index of the first one once it is paid.
  subscription_id text,
  months smallint,
  first_month integer,
  -- Time of the next charge or lookup at the provider; null when the order waits for a person or is done.
  attempt_at timestamptz,
  attempts integer not null,
  -- After a refund: cents paid back, credits taken back, and credits that were already spent and are now owed.
  refunded_cents bigint not null,
  revoked_credits bigint not null,
  debt_credits bigint not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  paid_at timestamptz,
  constraint orders_pkey primary key (workspace_id, id),
  constraint orders_workspace_fkey foreign key (workspace_id) references workspaces (id),
  constraint orders_kind_check check (kind in ('pack', 'subscription', 'topup')),
  constraint orders_status_check check (status in ('pending', 'paid', 'failed', 'canceled', 'refunded', 'disputed')),
  constraint orders_interval_check check (interval in ('month', 'year')),
  constraint orders_amounts_check check (
    credits > 0 and price_usd_cents >= 0 and refunded_cents >= 0 and revoked_credits >= 0 and debt_credits >= 0),
  constraint orders_paid_check check (paid_at is not null or status in ('pending', 'failed', 'canceled')),
  constraint orders_subscription_check check (
    (kind = 'subscription') = (subscription_id is not null and interval is not null and months is not null))
);

-- At most one automatic top-up and one renewal at a time, even if several processes notice the need.
create unique index orders_open_topup on orders (workspace_id) where kind = 'topup' and status = 'pending';
create unique index orders_open_renewal on orders (workspace_id, subscription_id) where kind = 'subscription' and status = 'pending';
create index orders_topups on orders (workspace_id, id) where kind = 'topup';
create index orders_subscription on orders (workspace_id, subscription_id) where subscription_id is not null;
create index orders_due on orders (attempt_at) where attempt_at is not null;
-- For operators, who find an order by its id alone and list the pending ones.
create index orders_id on orders (id);
create index orders_pending on orders (id) where status = 'pending';

-- A plan that a workspace bought. It keeps its price and credits when a new price book is published.
create table subscriptions (
  workspace_id text not null,
  id text not null,
  plan_id text not null,
  interval text not null,
  credits_per_month bigint not null,
  rollover_cap bigint not null,
  price_usd_cents bigint not null,
  price_book text not null,
  provider text not null,
  external_id text,
  status text not null,
  cancel_at_period_end boolean not null,
  -- Start of month 0. Month n begins n months later, on the same day or on the last day of the month.
  anchor_at timestamptz not null,
  months_paid integer not null,
  months_granted integer not null,
  -- When credits or a payment are due next; null when the subscription has ended.
  due_at timestamptz,
  past_due_at timestamptz,
  ended_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint subscriptions_pkey primary key (workspace_id, id),
  constraint subscriptions_workspace_fkey foreign key (workspace_id) references workspaces (id),
  constraint subscriptions_interval_check check (interval in ('month', 'year')),
  constraint subscriptions_status_check check (status in ('active', 'past_due', 'canceled')),
  constraint subscriptions_months_check check (months_granted between 0 and months_paid),
  constraint subscriptions_due_check check ((status = 'canceled') = (due_at is null)),
  constraint subscriptions_ended_check check ((status = 'canceled') = (ended_at is not null))
);

create index subscriptions_due on subscriptions (due_at) where due_at is not null;

-- The customer and payment method of a workspace at a provider. A new payment method resets the declines and lifts a block.
create table payers (
  workspace_id text not null,
  provider text not null,
  customer_id text,
  method_id text,
  declines integer not null,
  blocked_reason text,
  updated_at timestamptz not null,
  constraint payers_pkey primary key (workspace_id, provider),
  constraint payers_workspace_fkey foreign key (workspace_id) references workspaces (id)
);

-- The setting that buys a pack when the available credits fall below the threshold.
create table auto_topups (
  workspace_id text not null,
  threshold double precision not null,
  pack_id text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint auto_topups_pkey primary key (workspace_id),
  constraint auto_topups_workspace_fkey foreign key (workspace_id) references workspaces (id)
);

-- Leads from a provider's id of a session, payment, invoice or customer to its workspace. The primary key makes each payment
-- belong to one order.
create table payment_refs (
  provider text not null,
  ref text not null,
  workspace_id text not null,
  -- Order, subscription or workspace that the id belongs to.
  owner_id text not null,
  constraint payment_refs_pkey primary key (provider, ref)
);

-- An event of a provider that was processed. The row is written in the transaction of the event's effect.
create table payment_events (
  provider text not null,
  id text not null,
  type text not null,
  received_at timestamptz not null,
  constraint payment_events_pkey primary key (provider, id)
);

create index payment_events_received on payment_events (received_at);
