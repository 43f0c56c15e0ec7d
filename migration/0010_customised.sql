-- Pieces that are made or engraved to order.

-- When a store is closed: seven letters, Monday first, X is closed; and single days.
ALTER TABLE store ADD COLUMN closed_weekdays TEXT NOT NULL DEFAULT '-------';
CREATE TABLE store_closed_day (
    store_no TEXT NOT NULL REFERENCES store, closed_on TEXT NOT NULL,
    PRIMARY KEY (store_no, closed_on)
);
-- The models. Items of one model in several colours share its code. Sides and symbols are names with
-- commas between; the plate is where the engraving stands on the picture, in thousandths of its side.
CREATE TABLE customised_model (
    item_no TEXT PRIMARY KEY REFERENCES item, position BIGINT NOT NULL,
    family TEXT NOT NULL CHECK (family IN ('BANGLE', 'CUFF', 'EARRING', 'NECKLACE',
        'DICE_NECKLACE', 'PERSONALISED_NECKLACE', 'CLIP_MEDAL')),
    model_code TEXT NOT NULL,
    colour TEXT NOT NULL CHECK (colour IN ('WHITE', 'YELLOW', 'ROSE')),
    characters_max BIGINT NOT NULL CHECK (characters_max BETWEEN 0 AND 7),
    lines_max BIGINT NOT NULL CHECK (lines_max BETWEEN 0 AND 3),
    line_characters_max BIGINT NOT NULL CHECK (line_characters_max >= 0),
    medals_max BIGINT NOT NULL CHECK (medals_max >= 0),
    sides TEXT NOT NULL, symbols TEXT NOT NULL,
    engraving_item_no TEXT REFERENCES item,
    plate_x BIGINT NOT NULL, plate_y BIGINT NOT NULL, plate_width BIGINT NOT NULL,
    plate_height BIGINT NOT NULL, plate_sag BIGINT NOT NULL
);
-- A line of its own for each piece: what was typed, what is engraved, and who said that the customer
-- checked it. Messages and medals are lists in JSON.
ALTER TABLE basket_line ADD COLUMN customised BOOLEAN NOT NULL DEFAULT FALSE;
CREATE TABLE basket_line_customisation (
    line_id UUID PRIMARY KEY REFERENCES basket_line,
    basket_id UUID NOT NULL REFERENCES basket, family TEXT NOT NULL,
    text_typed TEXT NOT NULL, text_engraved TEXT NOT NULL, side TEXT, symbol TEXT,
    message_typed TEXT NOT NULL, message_engraved TEXT NOT NULL, medals TEXT NOT NULL,
    engraving_item_no TEXT, checked_by TEXT NOT NULL, checked_at BIGINT NOT NULL
);
CREATE INDEX basket_line_customisation_by_basket ON basket_line_customisation (basket_id);
CREATE TABLE sales_order_customisation (
    line_id UUID PRIMARY KEY REFERENCES sales_order_line,
    order_id UUID NOT NULL REFERENCES sales_order, family TEXT NOT NULL,
    text_typed TEXT NOT NULL, text_engraved TEXT NOT NULL, side TEXT, symbol TEXT,
    message_typed TEXT NOT NULL, message_engraved TEXT NOT NULL, medals TEXT NOT NULL,
    engraving_item_no TEXT, lead_time_days BIGINT NOT NULL, promised_on TEXT NOT NULL,
    checked_by TEXT NOT NULL, checked_at BIGINT NOT NULL
);
CREATE INDEX sales_order_customisation_by_order ON sales_order_customisation (order_id);
