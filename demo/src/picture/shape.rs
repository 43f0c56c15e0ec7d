//! What there is to draw: shapes, metals and stones.

/// The families that pieces are sorted in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Family {
    /// Worn on a finger.
    Ring,
    /// Worn on the ears, drawn as a pair.
    Earring,
    /// Worn around the neck.
    Necklace,
    /// Worn around the wrist, flexible.
    Bracelet,
    /// Worn around the wrist, stiff; open ones are cuffs.
    Bangle,
    /// Clipped on something else.
    Charm,
    /// Worn in the hair.
    Hair,
    /// Given with a purchase, or what a purchase is carried in.
    Gift,
    /// Work, paper and money rather than a piece.
    Service,
}

/// The metal a piece is drawn in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Metal {
    /// Silver with its white finish.
    White,
    /// Gold 750, and silver plated with it.
    Yellow,
    /// Rose gold plating.
    Rose,
    /// Gold 999: deeper and redder than jewellery gold.
    Fine,
}

/// The stone, or the colour where a gift has no stone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Stone {
    /// Metal alone.
    Plain,
    /// Green, faceted.
    Emerald,
    /// Blue, faceted.
    Sapphire,
    /// Red, faceted.
    Garnet,
    /// Violet, faceted.
    Amethyst,
    /// Yellow, faceted.
    Citrine,
    /// Colourless, faceted.
    Diamond,
    /// Black, smooth.
    Onyx,
    /// Milky with a play of colours, smooth.
    Opal,
    /// Blue green, smooth.
    Turquoise,
    /// White, round.
    Pearl,
}

macro_rules! shapes {
    ($($family:ident { $($shape:ident $file:literal,)+ })+) => {
        /// Every shape that can be drawn. The name starts with its family.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[expect(missing_docs, reason = "the names are the words of the trade; the pictures say the rest")]
        pub enum Shape {
            $($($shape,)+)+
        }

        impl Shape {
            /// All shapes, family by family.
            pub const ALL: &'static [Self] = &[$($(Self::$shape,)+)+];

            /// The family the shape belongs to.
            #[must_use]
            pub const fn family(self) -> Family {
                match self {
                    $($(Self::$shape)|+ => Family::$family,)+
                }
            }

            /// The word that stands for the shape in file names.
            #[must_use]
            pub const fn word(self) -> &'static str {
                match self {
                    $($(Self::$shape => $file,)+)+
                }
            }
        }
    };
}

shapes! {
    Ring {
        RingBand "ring-band",
        RingFlat "ring-flat",
        RingWave "ring-wave",
        RingTwist "ring-twist",
        RingChevron "ring-chevron",
        RingDome "ring-dome",
        RingTrio "ring-trio",
        RingOpen "ring-open",
        RingSignet "ring-signet",
        RingCabochon "ring-cabochon",
        RingSolitaire "ring-solitaire",
        RingBaguette "ring-baguette",
        RingOval "ring-oval",
        RingPear "ring-pear",
        RingHalo "ring-halo",
        RingTrilogy "ring-trilogy",
        RingEternity "ring-eternity",
        RingPearl "ring-pearl",
    }
    Earring {
        EarStud "ear-stud",
        EarPearlStud "ear-pearl-stud",
        EarStar "ear-star",
        EarHuggie "ear-huggie",
        EarHoop "ear-hoop",
        EarHoopWide "ear-hoop-wide",
        EarHoopTwist "ear-hoop-twist",
        EarDrop "ear-drop",
        EarPearlDrop "ear-pearl-drop",
        EarBar "ear-bar",
        EarLeaf "ear-leaf",
        EarDisc "ear-disc",
    }
    Necklace {
        NeckChain "neck-chain",
        NeckPaperclip "neck-paperclip",
        NeckPendant "neck-pendant",
        NeckSolitaire "neck-solitaire",
        NeckMedalSun "neck-medal-sun",
        NeckMedalStar "neck-medal-star",
        NeckPearls "neck-pearls",
        NeckPearlDrop "neck-pearl-drop",
        NeckDice "neck-dice",
        NeckDiceBlank "neck-dice-blank",
        NeckMessage "neck-message",
        NeckPlate "neck-plate",
        NeckStations "neck-stations",
        NeckHeart "neck-heart",
        NeckMoon "neck-moon",
    }
    Bracelet {
        BraceletChain "bracelet-chain",
        BraceletCurb "bracelet-curb",
        BraceletBeads "bracelet-beads",
        BraceletTennis "bracelet-tennis",
        BraceletCord "bracelet-cord",
        BraceletCharms "bracelet-charms",
    }
    Bangle {
        BangleFine "bangle-fine",
        BangleWide "bangle-wide",
        BangleTwist "bangle-twist",
        BangleDuo "bangle-duo",
        BangleEngraved "bangle-engraved",
        BangleBlank "bangle-blank",
        Cuff "cuff",
        CuffStones "cuff-stones",
    }
    Charm {
        CharmSun "charm-sun",
        CharmStar "charm-star",
        CharmMoon "charm-moon",
        CharmHeart "charm-heart",
        CharmLetter "charm-letter",
        CharmBlank "charm-blank",
        CharmDice "charm-dice",
        CharmShell "charm-shell",
        CharmStone "charm-stone",
        CharmBead "charm-bead",
        CharmBow "charm-bow",
    }
    Hair {
        HairPin "hair-pin",
        HairPinPearl "hair-pin-pearl",
        HairComb "hair-comb",
        HairBarrette "hair-barrette",
        HairBand "hair-band",
    }
    Gift {
        Pouch "pouch",
        Mirror "mirror",
        JewelCase "jewel-case",
        ToteSmall "tote-small",
        ToteLarge "tote-large",
        PaperBag "paper-bag",
        PlasticBag "plastic-bag",
        EcoBag "eco-bag",
    }
    Service {
        GiftCard "gift-card",
        Voucher "voucher",
        Repair "repair",
        Polish "polish",
        Clean "clean",
        Resize "resize",
        StoneSetting "stone-setting",
        Shipping "shipping",
        Licence "licence",
        SilverPrice "silver-price",
    }
}

impl Metal {
    /// All metals.
    pub const ALL: &'static [Self] = &[Self::White, Self::Yellow, Self::Rose, Self::Fine];

    /// The word that stands for the metal in file names.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::White => "white",
            Self::Yellow => "yellow",
            Self::Rose => "rose",
            Self::Fine => "fine",
        }
    }
}

impl Stone {
    /// All stones, [`Stone::Plain`] first.
    pub const ALL: &'static [Self] = &[
        Self::Plain,
        Self::Emerald,
        Self::Sapphire,
        Self::Garnet,
        Self::Amethyst,
        Self::Citrine,
        Self::Diamond,
        Self::Onyx,
        Self::Opal,
        Self::Turquoise,
        Self::Pearl,
    ];

    /// The word that stands for the stone in names and file names.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::Emerald => "emerald",
            Self::Sapphire => "sapphire",
            Self::Garnet => "garnet",
            Self::Amethyst => "amethyst",
            Self::Citrine => "citrine",
            Self::Diamond => "diamond",
            Self::Onyx => "onyx",
            Self::Opal => "opal",
            Self::Turquoise => "turquoise",
            Self::Pearl => "pearl",
        }
    }
}

/// One picture: which shape, in which metal, with which stone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Drawing {
    /// What is drawn; it knows its family.
    pub shape: Shape,
    /// What it is made of.
    pub metal: Metal,
    /// What is set in it.
    pub stone: Stone,
}

impl Drawing {
    /// A drawing of `shape` in `metal` with `stone`.
    #[must_use]
    pub const fn new(shape: Shape, metal: Metal, stone: Stone) -> Self {
        Self {
            shape,
            metal,
            stone,
        }
    }

    /// The family of the shape.
    #[must_use]
    pub const fn family(self) -> Family {
        self.shape.family()
    }

    /// The name of the picture's file, such as `ring-solitaire-yellow-emerald.svg`.
    #[must_use]
    pub fn file_name(self) -> String {
        format!(
            "{}-{}-{}.svg",
            self.shape.word(),
            self.metal.word(),
            self.stone.word()
        )
    }
}
