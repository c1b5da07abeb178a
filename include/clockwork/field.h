/* Fields name the members of a game's structs, so that the engine can hash, print and compare them.
 *
 * A table of fields describes a plain struct: the data of a kind (entity.h), or the game's state or
 * carry (game.h). Name every member that a tick reads. Pointers are not hashed, but a row can name
 * their object (CW_FIELD_BODY). Members without a row are rewound, too, but not hashed. */
#pragma once

#include "clockwork/world.h"
#ifdef __cplusplus
#include <type_traits>
#endif

/* The type of a field. */
typedef enum CwFieldType {
    CW_FIELD_BOOL,
    CW_FIELD_I32,
    CW_FIELD_U32,
    CW_FIELD_I64,
    CW_FIELD_U64,
    CW_FIELD_F64,
    CW_FIELD_VECT,   /* cpVect */
    CW_FIELD_ENTITY, /* CwEntity */
    CW_FIELD_TYPE_COUNT
} CwFieldType;

/* The interpolation of a field between two ticks. */
typedef enum CwLerp {
    CW_LERP_NONE,
    CW_LERP_LINEAR,
    CW_LERP_ANGLE, /* radians, the short way */
    CW_LERP_COUNT
} CwLerp;

/* A named field of a plain struct. */
typedef struct CwField {
    const char *name;
    CwFieldType type;
    uint32_t offset;
    uint32_t count; /* number of elements, 1 for a scalar; 0: CW_FIELD_LINK, CW_FIELD_UNHASHED */
    CwLerp lerp;    /* interpolation between ticks; for entities' data only */
    /* Words for the values 0, 1 and so on, in printed lists and in the inspector (docs/play.md).
     * The pointers to the words are word_bytes apart in memory. NULL: numbers are shown. */
    const char *const *words;
    uint32_t word_count, word_bytes; /* CW_FIELD_UNHASHED: word_bytes is the member's size */
    const char *link; /* what a pointer points to: "body" (CW_FIELD_BODY); NULL: no pointer */
} CwField;

/* CW_FIELD(Car, fuel) describes car.fuel, CW_FIELD_ARRAY(Car, gears) all of the array car.gears. A
 * member of a type that CwFieldType lacks, such as a pointer, does not compile. */
#define CW_FIELD(struct_type, member)                                                              \
    {                                                                                              \
        .name = #member, .type = CW_FIELD_TYPE(&((struct_type *)0)->member, *),                    \
        .offset = (uint32_t)offsetof(struct_type, member), .count = 1                              \
    }
/* An enum is I32 or U32, as the compiler decides. With CW_FIELD_ENUM(Car, gear, words), lists and
 * the inspector print words[n] for n. Conditions may use words: "car.gear == reverse". */
#define CW_FIELD_ENUM(struct_type, member, its_words)                                              \
    {                                                                                              \
        .name = #member, .type = CW_FIELD_TYPE(&((struct_type *)0)->member, *),                    \
        .offset = (uint32_t)offsetof(struct_type, member), .count = 1, .words = (its_words),       \
        .word_count = (uint32_t)CW_ARRAY_LENGTH(its_words),                                        \
        .word_bytes = (uint32_t)sizeof(its_words)[0]                                               \
    }
/* All elements of an array. */
#define CW_FIELD_ARRAY(struct_type, member)                                                        \
    {                                                                                              \
        .name = #member,                                                                           \
        .type = CW_FIELD_TYPE(&((struct_type *)0)->member,                                         \
                              (*)[CW_ARRAY_LENGTH(((struct_type *)0)->member)]),                   \
        .offset = (uint32_t)offsetof(struct_type, member),                                         \
        .count = (uint32_t)CW_ARRAY_LENGTH(((struct_type *)0)->member)                             \
    }

/* A pointer in an entity's data can give a name to a body, shape or joint of the world. With
 *
 *     CW_FIELD_BODY(Car, wheels[0], "rear_wheel")
 *
 * car.rear_wheel.w is the angular velocity of that body in queries, conditions, lists and the
 * inspector. CW_FIELD_OBJECT is for a `const CwMapObject *`: the inspector then shows the object's
 * name in Tiled beside the entity's. The pointers may be NULL. Hashes omit them. */
#define CW_FIELD_BODY(struct_type, member, its_name)                                               \
    CW_FIELD_LINK(struct_type, member, its_name, cpBody *, "body")
#define CW_FIELD_SHAPE(struct_type, member, its_name)                                              \
    CW_FIELD_LINK(struct_type, member, its_name, cpShape *, "shape")
#define CW_FIELD_JOINT(struct_type, member, its_name)                                              \
    CW_FIELD_LINK(struct_type, member, its_name, cpConstraint *, "joint")
#define CW_FIELD_OBJECT(struct_type, member)                                                       \
    CW_FIELD_LINK(struct_type, member, "object", const struct CwMapObject *, "object")
#define CW_FIELD_LINK(struct_type, member, its_name, pointer_type, sort)                           \
    {                                                                                              \
        .name = (its_name), .offset = (uint32_t)offsetof(struct_type, member),                     \
        .link = CW_FIELD_SORT(((struct_type *)0)->member, pointer_type, sort)                      \
    }

/* A member on which no later tick depends, such as scratch memory. Hashes and lists omit
 * it. The sync test and `clockwork dev` report a member that ticks change if no row names it. */
#define CW_FIELD_UNHASHED(struct_type, member)                                                     \
    {                                                                                              \
        .name = #member, .offset = (uint32_t)offsetof(struct_type, member),                        \
        .word_bytes = (uint32_t)sizeof(((struct_type *)0)->member)                                 \
    }

/* A double, a cpVect or an angle in an entity's data that cw_world_lerp (entity.h) interpolates. */
#define CW_FIELD_LERP(struct_type, member) CW_FIELD_LERP_AS(struct_type, member, CW_LERP_LINEAR)
#define CW_FIELD_LERP_ANGLE(struct_type, member)                                                   \
    CW_FIELD_LERP_AS(struct_type, member, CW_LERP_ANGLE)
#define CW_FIELD_LERP_AS(struct_type, member, how)                                                 \
    {                                                                                              \
        .name = #member, .type = CW_FIELD_TYPE(&((struct_type *)0)->member, *),                    \
        .offset = (uint32_t)offsetof(struct_type, member), .count = 1, .lerp = (how)               \
    }

/* Used by the macros above. CW_FIELD_TYPE takes a pointer to the member, because an array would
 * decay to one. CW_FIELD_SORT checks the type of a pointer. */
#ifndef __cplusplus
#define CW_FIELD_TYPE(to_member, pointer)                                                          \
    _Generic((to_member), bool pointer                                                             \
             : CW_FIELD_BOOL, int32_t pointer                                                      \
             : CW_FIELD_I32, uint32_t pointer                                                      \
             : CW_FIELD_U32, int64_t pointer                                                       \
             : CW_FIELD_I64, uint64_t pointer                                                      \
             : CW_FIELD_U64, double pointer                                                        \
             : CW_FIELD_F64, cpVect pointer                                                        \
             : CW_FIELD_VECT, CwEntity pointer                                                     \
             : CW_FIELD_ENTITY)
#define CW_FIELD_SORT(member, pointer_type, sort) _Generic((member), pointer_type : (sort))
#else
#define CW_FIELD_TYPE(to_member, pointer) cw_field_type<decltype(to_member)>()
#define CW_FIELD_SORT(member, pointer_type, sort)                                                  \
    cw_field_sort<pointer_type, decltype(member)>(sort)
template <typename Pointer> constexpr CwFieldType cw_field_type()
{
    using Member = std::remove_all_extents_t<std::remove_pointer_t<Pointer>>;
    if constexpr (std::is_enum_v<Member>) {
        return cw_field_type<std::underlying_type_t<Member> *>();
    } else {
        constexpr CwFieldType type = std::is_same_v<Member, bool>       ? CW_FIELD_BOOL
                                     : std::is_same_v<Member, int32_t>  ? CW_FIELD_I32
                                     : std::is_same_v<Member, uint32_t> ? CW_FIELD_U32
                                     : std::is_same_v<Member, int64_t>  ? CW_FIELD_I64
                                     : std::is_same_v<Member, uint64_t> ? CW_FIELD_U64
                                     : std::is_same_v<Member, double>   ? CW_FIELD_F64
                                     : std::is_same_v<Member, cpVect>   ? CW_FIELD_VECT
                                     : std::is_same_v<Member, CwEntity> ? CW_FIELD_ENTITY
                                                                        : CW_FIELD_TYPE_COUNT;
        static_assert(type != CW_FIELD_TYPE_COUNT, "a field has one of the types of CwFieldType");
        return type;
    }
}
template <typename Wanted, typename Member> constexpr const char *cw_field_sort(const char *sort)
{
    static_assert(std::is_same_v<Wanted, std::remove_reference_t<Member>>,
                  "a link of this sort has a pointer of that type");
    return sort;
}
#endif
