-- What is known of mail domains. These are facts about the world that every workspace shares, so no row has a workspace.

create table mail_domains (
  domain text not null,
  -- Null until a control address that nobody has was answered; not asked again before the time is up.
  catch_all boolean,
  catch_all_until timestamptz(3),
  -- How many addresses were asked about on the day of the last question.
  probed_on date not null,
  probes integer not null,
  constraint mail_domains_pkey primary key (domain),
  constraint mail_domains_catch_all_check check ((catch_all is null) = (catch_all_until is null)),
  constraint mail_domains_probes_check check (probes >= 0)
);

-- Which way a domain makes addresses of names. A sighting loses half its weight in 18 months; the weight is as of seen_at.
create table mail_patterns (
  domain text not null,
  pattern text not null,
  seen integer not null,
  weight double precision not null,
  seen_at timestamptz(3) not null,
  constraint mail_patterns_pkey primary key (domain, pattern),
  constraint mail_patterns_seen_check check (seen > 0 and weight > 0)
);

-- The addresses that were counted, so that one address is one sighting however often it is met. Eight bytes of a hash:
-- enough to know it again, and no address.
create table mail_sightings (
  domain text not null,
  fingerprint bytea not null,
  constraint mail_sightings_pkey primary key (domain, fingerprint)
);
