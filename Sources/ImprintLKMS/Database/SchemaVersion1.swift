// SPDX-License-Identifier: Apache-2.0

extension DatabaseSchema {
  /// Times are seconds since 1970 UTC.
  static let version1 = """
    CREATE TABLE profile (
      id TEXT PRIMARY KEY NOT NULL,
      product TEXT NOT NULL,
      features TEXT NOT NULL,          -- JSON: texts
      limits TEXT NOT NULL,            -- JSON: integers by name
      activation_limit INTEGER,        -- NULL: none
      lifetime INTEGER NOT NULL,       -- seconds
      renew_percent INTEGER NOT NULL,
      grace INTEGER NOT NULL,          -- seconds
      failure TEXT NOT NULL,
      degraded TEXT NOT NULL,          -- JSON: texts
      expires INTEGER,                 -- NULL: never
      created INTEGER NOT NULL,
      active INTEGER NOT NULL DEFAULT 0 CHECK (active >= 0)  -- activations that count; kept by the triggers below
    ) STRICT;

    CREATE TABLE api_key (
      id TEXT PRIMARY KEY NOT NULL,
      profile TEXT NOT NULL REFERENCES profile(id),
      secret_hash BLOB NOT NULL,       -- SHA-256
      label TEXT NOT NULL,
      created INTEGER NOT NULL,
      expires INTEGER,
      revoked INTEGER
    ) STRICT;

    CREATE TABLE activation (
      id TEXT PRIMARY KEY NOT NULL,
      profile TEXT NOT NULL REFERENCES profile(id),
      state TEXT NOT NULL CHECK (state IN ('active', 'deactivated', 'revoked')),
      device TEXT NOT NULL,            -- JSON: the fingerprint's facts
      created INTEGER NOT NULL,
      issued INTEGER NOT NULL,         -- the last licence
      expires INTEGER NOT NULL,        -- the last licence
      licenses INTEGER NOT NULL,       -- how many were issued
      registered_users INTEGER,
      offline INTEGER NOT NULL,
      ended INTEGER,
      reason TEXT
    ) STRICT;
    CREATE INDEX activation_by_profile ON activation(profile, created);

    -- The facts that tell devices apart, of activations that are active or revoked.
    CREATE TABLE device_fact (
      profile TEXT NOT NULL,
      fact TEXT NOT NULL,
      value TEXT NOT NULL,
      activation TEXT NOT NULL REFERENCES activation(id),
      PRIMARY KEY (profile, fact, value, activation)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX device_fact_by_activation ON device_fact(activation);

    -- What was answered, for requests that come again.
    CREATE TABLE exchange (
      id INTEGER PRIMARY KEY,
      profile TEXT NOT NULL,
      nonce TEXT NOT NULL,
      kind TEXT NOT NULL,
      activation TEXT NOT NULL REFERENCES activation(id),
      answered INTEGER NOT NULL,
      claims TEXT,                     -- JSON
      UNIQUE (profile, nonce)
    ) STRICT;
    CREATE INDEX exchange_by_age ON exchange(answered);

    CREATE TABLE audit (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      time INTEGER NOT NULL,
      event TEXT NOT NULL,
      profile TEXT,
      activation TEXT,
      api_key TEXT,                    -- its id
      remote TEXT,                     -- a network, never an address
      offline INTEGER NOT NULL DEFAULT 0,
      detail TEXT,
      count INTEGER NOT NULL DEFAULT 1,
      last INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX audit_by_activation ON audit(activation) WHERE activation IS NOT NULL;
    CREATE INDEX audit_by_refusal ON audit(api_key, detail, time) WHERE event = 'refused';

    CREATE TABLE usage (
      profile TEXT NOT NULL,
      month INTEGER NOT NULL,          -- 202611
      activation TEXT NOT NULL,
      registered_users INTEGER,        -- the most that was said in this month
      licenses INTEGER NOT NULL,
      PRIMARY KEY (profile, month, activation)
    ) STRICT, WITHOUT ROWID;

    -- What is written to see whether anything can be.
    CREATE TABLE heartbeat (id INTEGER PRIMARY KEY CHECK (id = 1), time INTEGER NOT NULL) STRICT;

    CREATE TRIGGER activation_made AFTER INSERT ON activation WHEN NEW.state = 'active' BEGIN
      UPDATE profile SET active = active + 1 WHERE id = NEW.profile;
    END;
    CREATE TRIGGER activation_begun AFTER UPDATE OF state ON activation
      WHEN NEW.state = 'active' AND OLD.state <> 'active' BEGIN
      UPDATE profile SET active = active + 1 WHERE id = NEW.profile;
    END;
    CREATE TRIGGER activation_ended AFTER UPDATE OF state ON activation
      WHEN OLD.state = 'active' AND NEW.state <> 'active' BEGIN
      UPDATE profile SET active = active - 1 WHERE id = NEW.profile;
    END;
    """
}
